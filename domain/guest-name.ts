/** How many characters a first or last name of a guest has; the invite form wants two or more. */
export const MIN_NAME = 1
export const MIN_INVITE_NAME = 2
export const MAX_NAME = 50

/** Whether a trimmed first or last name is neither too short nor too long. */
export const isNameLength = (name: string): boolean => name.length >= MIN_NAME && name.length <= MAX_NAME

/** The same in the invite form. */
export const isInviteNameLength = (name: string): boolean =>
  name.length >= MIN_INVITE_NAME && isNameLength(name)
