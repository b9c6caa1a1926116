/** Pages that are not public, by their paths; test/site-map.test.ts compares them with the site map. */
const OTHER =
  /^\/(book|appointments|pik|move|visit|waitlist|awi|landing|extendWaitlist|unsubscribeWaitlist|cancelBooking|checkout|shop\/cart|order-confirmation|payment-success|receipt|withdrawal|home|my-account|onboarding|changeEmail|profile|notifications|photos|message|login2?|new-guest2?|sign-in|gong|cl|custom-login|confirm|confirmMobile|unsubscribe|userInvite)(?![\w-])/i

/** Whether a page has the Book button: public pages, but not those of the booking itself. */
export const offersBooking = (pathname: string): boolean => !OTHER.test(pathname)
