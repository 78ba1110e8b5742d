#ifdef __cplusplus
extern "C" {
#endif
int take(void);
int stock_left(void);
#ifdef __cplusplus
}
#endif
