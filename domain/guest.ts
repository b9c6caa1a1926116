type Details = { firstname: string; lastname: string; mobile: string | null }

/** Whether a guest has told what a salon needs to know: first name, last name and mobile. */
export const detailsPresent = ({ firstname, lastname, mobile }: Details): boolean =>
  firstname !== '' && lastname !== '' && Boolean(mobile)

/** 'First Last', whatever of it there is. */
export const fullName = ({ firstname, lastname }: Pick<Details, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`.trim()
