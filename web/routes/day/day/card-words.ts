/** From so many rows of five minutes on the card of a visit has room for its second line. */
export const TWO_LINES = 6

/** How many rows at most the name of a visit takes in its card, with the second line. */
export const wordRows = (span: number): number => (span >= TWO_LINES ? 5 : 3)
