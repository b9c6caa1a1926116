/** The entries that a block names, in its order; all where it names none. */
export const chosen = <T extends { id: string }>(
  entries: readonly T[],
  ids: readonly string[] | undefined,
): readonly T[] => ids?.flatMap((id) => entries.find((one) => one.id === id) ?? []) ?? entries
