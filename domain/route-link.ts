type Address = { street: string; postalcode: string; city: string; country: string }

/**
 * A link to the route from where the guest is: the maps app of a phone opens it, else the website
 * (developers.google.com/maps/documentation/urls).
 */
export const routeLink = ({ street, postalcode, city, country }: Address): string =>
  'https://www.google.com/maps/dir/?api=1&destination=' +
  encodeURIComponent(`${street}, ${postalcode} ${city}, ${country}`)
