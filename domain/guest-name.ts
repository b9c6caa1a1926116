/** How many characters a first or last name of a guest has; the invite form wants two or more. */
export const MIN_NAME = 1
export const MIN_INVITE_NAME = 2
export const MAX_NAME = 50
