/** How many characters a first or last name of a guest has; the invite form wants two or more. */
export const MIN_NAME = 1
export const MIN_INVITE_NAME = 2
export const MAX_NAME = 50

type Details = { firstname: string; lastname: string; mobile: string | null }

/** Whether first name, last name and mobile are set. */
export const detailsPresent = ({ firstname, lastname, mobile }: Details): boolean =>
  firstname !== '' && lastname !== '' && Boolean(mobile)

/** 'First Last', or the part that is set. */
export const fullName = ({ firstname, lastname }: Pick<Details, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`.trim()

/** 'First L.', or the part that is set: for lists that leave the salon's site. */
export const shortName = ({ firstname, lastname }: Pick<Details, 'firstname' | 'lastname'>): string =>
  [firstname, lastname && `${[...lastname][0]}.`].filter(Boolean).join(' ')

/** A name as it is typed in one field: the last word is the last name. */
export function splitName(name: string): { firstname: string; lastname: string } {
  const words = name.split(' ')
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return { firstname: words.slice(0, words.length > 1 ? -1 : 1).join(' '), lastname: last }
}
