/** Minimum length of a password in characters; a tenant may require more. */
export const PASSWORD_FLOOR = 6
