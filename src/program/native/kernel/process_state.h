// State that the kernel keeps for the whole process, and that the next execution must find as this
// one did: the working folder, and the mask of the permissions of new files.
#pragma once

namespace mazurka::native {

// Must be called before the program changes the working folder.
void keep_working_folder();
// Must be called when the program has changed the mask; `before` is what it was.
void keep_file_mask(unsigned before);

// Puts back what this execution has changed.
void restore_process_state();

}  // namespace mazurka::native
