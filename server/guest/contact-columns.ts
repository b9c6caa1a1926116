import { guest } from '#db/schema/guest.ts'

/** What a message to a guest needs of their account. */
export const contactColumns = {
  firstname: guest.firstname,
  lastname: guest.lastname,
  email: guest.email,
  mobile: guest.mobile,
  mobileVerified: guest.mobileVerified,
  preferredLanguage: guest.preferredLanguage,
  notifications: guest.notifications,
  timeZone: guest.timeZone,
}

export type GuestContact = Pick<typeof guest.$inferSelect, keyof typeof contactColumns>
