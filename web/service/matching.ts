import { matchesSearch } from '#domain/product/search.ts'

/** From so many services on they can be searched. */
export const SEARCH_FROM = 15

/**
 * The services of a type that match what a guest typed, in the words that they read; all if nothing was.
 * @param read gives a text of the tenant in the guest's language.
 */
export const matching = <S extends { name: string; description: string }>(
  { label, services }: { label: string; services: readonly S[] },
  typed: string,
  read: (text: string) => string,
): S[] =>
  services.filter(({ name, description }) => matchesSearch([label, name, description].map(read), typed))
