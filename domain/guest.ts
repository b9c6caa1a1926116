type Details = { firstname: string; lastname: string; mobile: string | null }

/** Whether first name, last name and mobile are set. */
export const detailsPresent = ({ firstname, lastname, mobile }: Details): boolean =>
  firstname !== '' && lastname !== '' && Boolean(mobile)

/** 'First Last', or the part that is set. */
export const fullName = ({ firstname, lastname }: Pick<Details, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`.trim()
