/** What a search for a guest tells of somebody who is not found: a number, or the first and last name. */
export function newGuestFrom(searched: string): { firstname: string; lastname: string; mobile: string } {
  const typed = searched.trim().replaceAll(/\s+/g, ' ')
  const nobody = { firstname: '', lastname: '', mobile: '' }
  if (/\d/.test(typed)) return isWholeNumber(typed) ? { ...nobody, mobile: typed } : nobody
  const [firstname = '', ...rest] = typed.split(' ')
  return { ...nobody, firstname, lastname: rest.join(' ') }
}

/** The last four digits find somebody, and are nobody's number. */
const isWholeNumber = (typed: string): boolean => typed.replaceAll(/\D/g, '').length > 4
