/** How many characters the first name and the last name of a guest have. */
export const MIN_NAME = 2
export const MAX_NAME = 50

/** Whether a trimmed first or last name is neither too short nor too long. */
export const isNameLength = (name: string): boolean => name.length >= MIN_NAME && name.length <= MAX_NAME
