import type { BlockType } from '../content/block.ts'

/** The description of each block type. */
export const blockDescriptions: Record<BlockType, string> = {
  hero1: 'A large heading with a text, up to two buttons and a picture beside it.',
  hero2: 'A full-width picture with the title on it.',
  hero3: 'A heading on a picture that zooms slightly while the page scrolls, with a link.',
  testimonial1: 'A quotation of a guest, with its author.',
  article: 'A sequence of texts in Markdown and pictures.',
  article2: 'A picture beside a text, on the left or on the right.',
  videoBlock: 'A video of YouTube or Vimeo, loaded once the guest agrees.',
  bloglist1: 'A list of the sub-pages, each with its first picture and text.',
  openinghours1: 'The opening hours of the week, with today marked and the next days that differ.',
  team1: 'The people of the team, each with a link to their page.',
  services1: 'The services with their prices, each with a link to its page and to booking it.',
  map1: 'The address and phone number with a link to the route, and a picture of the way.',
  gallery1: 'Pictures side by side, each to be opened large.',
  articles1: 'The sub-pages of a page that were changed last.',
  footer1: 'The footer of the page: year, company name, optional menu, and icons of the social sites.',
}

/** The description of `body` in the blocks of a page's file. */
export const bodyDescription = 'The text below the settings.'

const picture = 'A picture: /art/<tenant>/… or a file beside this one.'
const alt = 'The alternative text of the picture; left out for a decorative picture.'
const markdown = 'A text in Markdown.'

/**
 * The description of each setting by its path: without the indices of lists; a block's path begins with its
 * type, a page's with `page`.
 */
export const settingDescriptions: Record<string, string> = {
  tenant: 'The business: names, hosts, contact and brand.',
  'tenant.id': 'The identifier in commands and in paths of its art; permanent.',
  'tenant.firstpath':
    'The first label of its host on the domains of the product: salon in salon.stamgast.dk.',
  'tenant.vanityUrl': 'The tenant’s own host.',
  'tenant.canonicalHost':
    'The host of links in mail and text messages, without port. Default: vanityUrl, else firstpath on ' +
    'the first domain of the product.',
  'tenant.title': 'The title of the site, in windows and search results.',
  'tenant.companyname': 'The name that guests see: in the menu, in mail and in the terms.',
  'tenant.icon': 'A square picture for the menu and for home screens. Default: the first letter of the name.',
  'tenant.favicon': 'The small picture in browser tabs. Default: the icon.',
  'tenant.logo':
    'The logo in the menu, in mail and above the terms. A wide one (the name as a drawing) replaces icon and ' +
    'name in the menu, another one the icon.',
  'tenant.logoDark':
    'The logo for dark screens. Default: the logo, on a white ground unless it is an SVG with colours for both.',
  'tenant.hero': 'The picture at the top of the front page, for a site without an index page.',
  'tenant.hero.image': 'A landscape picture.',
  'tenant.hero.alt': 'The alternative text of the picture.',
  'tenant.tagline': 'One sentence: below the name on the front page, and in link previews.',
  'tenant.description': 'A few sentences for the front page and for search engines.',
  'tenant.email': 'The e-mail address.',
  'tenant.contact_email': 'The e-mail address for guests. Default: email.',
  'tenant.phone': 'The telephone number, as shown to guests.',
  'tenant.address': 'The postal address of the premises.',
  'tenant.address.street': 'Street and number.',
  'tenant.address.postalcode': 'The postal code, in quotes if it begins with a zero.',
  'tenant.address.city': 'The town.',
  'tenant.address.country': 'The country.',
  'tenant.timeZone': 'The time zone of all times in this file.',
  'tenant.default': 'The defaults for guests. Default: Danish, in Denmark.',
  'tenant.default.language': 'The language of the tenant’s texts that are not in several.',
  'tenant.default.countryCode': 'The country of mobile numbers without a dial code.',
  'tenant.languages':
    'The languages with own words, the default one first. A text may then be a map of them: ' +
    '{ de: Schnitt, en: Cut }.',
  'tenant.supportedCountries': 'The countries that receive text messages, and that come first in lists.',
  'tenant.supportedCountries.code': 'The country.',
  'tenant.supportedCountries.countrycode': 'The country’s dial code.',
  'tenant.business': 'The schema.org type of the business, for search engines. Default: LocalBusiness.',
  'tenant.shop': 'Whether the tenant has a shop. Default: false.',
  'tenant.signIn': 'Whether guests have accounts and can book. Default: true.',
  'tenant.effective_date': 'The date since which the terms are in force.',
  'tenant.adminOrigin': 'The origin of the staff’s site: the only other allowed target of a sign-in link.',
  'tenant.passwordFloor': 'The minimum length of a password in characters. Default: 6.',
  'tenant.social': 'URLs at other sites, by the name of the site.',
  'tenant.analytics':
    'The analytics of the site, used once a guest has agreed. Default: no analytics and no consent request.',
  'tenant.analytics.measurementId': 'The measurement id of the stream at Google Analytics 4.',
  'tenant.brand': 'The colours, fonts and layout.',
  'tenant.brand.color': 'The brand colour, from which all others are derived, light and dark.',
  'tenant.brand.mood': 'The font of headings: modern is the system’s, classic has serifs. Default: modern.',
  'tenant.brand.font':
    'A pair of fonts that the site brings along: warm (Fraunces, Figtree), elegant (Cormorant Garamond, ' +
    'Mulish), editorial (Playfair Display, Source Sans), friendly (Outfit, Nunito Sans) or urban (Oswald, ' +
    'Hanken Grotesk). Default: fonts of the guest’s device, as mood says.',
  'tenant.brand.layout':
    'The arrangement of menu and front page: plain, centred (logo above the menu, words above the picture) or ' +
    'split (words beside a picture that fills its half). Default: plain.',
  'tenant.tenantMessages': 'The texts about cancelling.',
  'tenant.tenantMessages.cancelLimit':
    'The hours before a visit until which cancelling is free; 0 is always. Default: 24.',
  'tenant.tenantMessages.cancelLimitText':
    'The tenant’s own text about it, with the placeholders {cancelLimit} and {totalPrice}: the price of the ' +
    'visit, not the late fee, which pages and mails say anyway.',
  'tenant.openingHours':
    'The opening hours, as shown to guests. Bookable times depend on the hours of the members.',
  finance: 'Currency, VAT and the fee for cancelling late.',
  'finance.currency': 'The currency of all prices.',
  'finance.currency_symbol': 'The symbol of the currency, such as kr.',
  'finance.vat_percent': 'The VAT in percent.',
  'finance.exemptReason':
    'Why what has vat: exempt is exempt, as invoices of the country say it. Printed on receipts.',
  'finance.vatNumber': 'The VAT number of the company, on receipts and in the terms.',
  'finance.pricesInclude':
    'Whether the prices in this file include VAT: vat, shown to guests as typed; or none, and VAT is added. ' +
    'Default: none.',
  'finance.lateFee': 'The cancellation fee, for cancelling late.',
  'finance.lateFee.kind':
    'The kind of fee: none, a fixed amount, a percentage of the price, or the full price.',
  'finance.lateFee.amount': 'The amount that the guest pays, VAT included.',
  'finance.lateFee.percent': 'The percentage of the price of the visit.',
  booking: 'The rules of booking.',
  'booking.slotMinutes': 'The slot grid in minutes: visits begin at multiples of it.',
  'booking.grid':
    'Where the slot grid begins. midnight: at midnight. opening: each time a member begins to work when none ' +
    'did before, so a salon that opens at 09:10 takes its first visit then. Default: midnight.',
  'booking.leadMinutes': 'The minimum time between booking and visit in minutes.',
  'booking.horizonDays': 'The maximum time between booking and visit in days.',
  'booking.knownOnly':
    'Whether only guests who have been here book on the site: signed in, or by a link that is mailed to ' +
    'them. Default: false.',
  'booking.openVisits':
    'How many visits a guest may have ahead, at most. Guests sign in, or use a mailed link, to book.',
  'booking.phoneOnly': 'Whether guests book by telephone only. Default: false.',
  'booking.gaps':
    'Which free times guests see. any: all of them. prefer: all, and the times that leave the least useless ' +
    'gap are suggested. avoid: times are hidden that leave room for fewer visits than others; a link shows ' +
    'them all. Default: any.',
  'booking.smallestUsable':
    'The shortest gap that is of use, in minutes: a multiple of slotMinutes. prefer and avoid need it.',
  'booking.sameServiceTwice':
    'Whether one visit may contain the same service more than once, for a parent and a child for ' +
    'example, when another program books it: the booking pages offer each service once. Default: false.',
  'booking.move':
    'Whether guests may move their visits themselves. never: they cancel and book again. fee: free until ' +
    'the cancel limit, then the late fee once. free: free until the start, but a visit that was moved ' +
    'inside its limit stays late, so cancelling it later costs the late fee. Default: fee.',
  'booking.notifications': 'The mails that the salon gets.',
  'booking.notifications.salon':
    'The mails for each visit that a guest books, moves or cancels, with a calendar file: all, to ' +
    'tenant.contact_email or to the address of the member who performs it; or none. Default: all.',
  'booking.exceptions': 'Days with other hours than those of the week.',
  'booking.exceptions.date': 'The day.',
  'booking.exceptions.hours': 'The hours of that day. An empty list: closed.',
  'booking.exceptions.members':
    'The ids of the members who work these hours instead of those of their week. Default: the hours are the ' +
    'salon’s, and each member works in the part of them that their own week covers.',
  'booking.exceptions.reason': 'The reason, shown to guests where the whole salon has other hours.',
  holidays:
    'The public holidays on which nobody works. An entry of booking.exceptions of the same day precedes them, ' +
    'for other hours or another reason, and so do days of members. Dates are written by the import for this ' +
    'year and the next two, and once a year. Default: none.',
  'holidays.country':
    'The country by its two letters, or one of its regions as DE-SH. Australia, Spain, Switzerland and the ' +
    'United Kingdom need a region: their regions decide.',
  'holidays.closed':
    'The days: all for each that is public by law, or a list of names in any language, which may contain all, as ' +
    '[all, Juleaftensdag]. A name that is unknown is refused, with those that are known. For half a day, write an ' +
    'entry of booking.exceptions. Default: all.',
  waitlist: 'The rules of the waitlist.',
  'waitlist.offerMinutes':
    'The minutes for which a time that comes free is offered to one guest before the next one. Default: 30.',
  serviceTypes: 'The headings of the list of services.',
  'serviceTypes.id': 'The identifier for svctype of a service.',
  'serviceTypes.svctype': 'The heading.',
  'serviceTypes.weight': 'The position: the smallest comes first.',
  'serviceTypes.active': 'Whether guests see it. Default: true.',
  resources: 'The rooms and the equipment that services use. Guests do not choose them.',
  'resources.id': 'The identifier in services.',
  'resources.name': 'The name that the salon sees, as Room; with several, each has its number.',
  'resources.count': 'How many of them there are. With fewer than before, visits in the others stay.',
  services: 'The services that guests can book.',
  'services.id': 'The identifier in URLs of the site.',
  'services.name': 'The name that guests see.',
  'services.description': 'The description in a few sentences.',
  'services.picture': 'The picture on its page and in lists.',
  'services.picture.image': picture,
  'services.picture.alt': alt,
  'services.svctype': 'The id of the service type.',
  'services.weight': 'The position below its heading: the largest comes first.',
  'services.active': 'Whether guests can book it. Default: true.',
  'services.price': 'The price, with or without VAT as finance.pricesInclude says. Guests see it with VAT.',
  'services.vat':
    'The VAT in percent, or exempt: without VAT, for a reason that documents give. Default: finance.vat_percent.',
  'services.exemptReason': 'Why the service is exempt. Default: finance.exemptReason.',
  'services.fromprice': 'Whether the price is shown with “From”. Default: false.',
  'services.duration': 'The duration in minutes.',
  'services.bufferBefore': 'The member’s preparation time before the service in minutes.',
  'services.bufferAfter': 'The member’s time after the service in minutes.',
  'services.processing': 'A time within the service in which the member is free for another guest.',
  'services.processing.after': 'The minutes from the begin of the service to that time.',
  'services.processing.minutes': 'The duration of that time in minutes.',
  'services.uses':
    'What it uses, one of each: ids of resources, or entries with these settings. Times without one are not free.',
  'services.uses.resource': 'The id of the resource.',
  'services.uses.during':
    'all: for as long as it lasts, with its buffers; work: only while its member works. Default: all.',
  'services.preVisit': 'Information for guests before the visit.',
  'services.booking': 'Who may book it, and when, instead of what booking says for all services.',
  'services.booking.knownOnly':
    'Whether only guests who have been here book it on the site. Default: booking.knownOnly.',
  'services.booking.openVisits':
    'How many visits with it a guest may have ahead. Guests sign in, or use a mailed link, to book it.',
  'services.booking.phoneOnly':
    'Whether it is booked by telephone only. Guests see its price, its length and the number. ' +
    'Default: booking.phoneOnly.',
  'services.booking.leadMinutes': 'Its own minimum time between booking and visit in minutes.',
  'services.booking.horizonDays': 'Its own maximum time between booking and visit in days.',
  'services.onlyMember': 'Whether only signed-in guests see it. Default: false.',
  'services.addons': 'What guests can choose with it, at most ten.',
  'services.addons.id': 'The id of the add-on.',
  'services.addons.most': 'How often a guest may choose it, from 1 to 5. Default: 1.',
  'services.members': 'The ids of the members who perform it.',
  'services.individualPricing': 'Prices of single members, by member id.',
  'services.individualPricing.active': 'Whether the price is in use.',
  'services.individualPricing.price':
    'The member’s price, with or without VAT as finance.pricesInclude says.',
  'services.individualLengths': 'How long single members take, by member id.',
  'services.individualLengths.duration': 'The duration in minutes with this member.',
  'services.individualLengths.processing':
    'A time within it in which this member is free for another guest. Default: none.',
  'services.individualLengths.processing.after': 'The minutes from the begin of the service to that time.',
  'services.individualLengths.processing.minutes': 'The duration of that time in minutes.',
  addons:
    'What guests choose with a service, in the order in which they see it. Which services have one, they say.',
  'addons.id': 'The identifier in services and URLs.',
  'addons.name': 'The name that guests see.',
  'addons.minutes':
    'The minutes by which each one lengthens the service: work of the member, before the buffer. Default: 0.',
  'addons.price': 'The price of each one, with or without VAT as finance.pricesInclude says.',
  'addons.vat':
    'Its VAT in percent, or exempt: without VAT, for a reason that documents give. Default: that of the service.',
  'addons.exemptReason': 'Why it is exempt. Default: finance.exemptReason.',
  'addons.active': 'Whether guests can choose it. Default: true.',
  members: 'The people who perform the services.',
  'members.id': 'The identifier in services and URLs.',
  'members.displayname': 'The name that guests see. Default: the first name.',
  'members.email':
    'The address that gets the mails about the member’s visits, instead of the salon’s. Guests never see it.',
  'members.role': 'The occupation, such as Colourist.',
  'members.bio': 'A short biography.',
  'members.avatar': 'A square picture.',
  'members.active': 'Whether guests can book the member. Default: true.',
  'members.hours':
    'The working hours. Rows that apply on the same day are joined; the import warns where they overlap.',
  'members.hours.every':
    'In every how many weeks: 1 to 4. With 2 or more, starting says which week is one of them. Default: 1.',
  'members.hours.starting':
    'A date in one of the weeks of these hours, from which weeks are counted in both directions.',
  'members.hours.valid': 'The part of the year in which these hours apply, for a season or a stand-in.',
  'members.hours.valid.from': 'The first day. Default: since ever.',
  'members.hours.valid.until': 'The last day, included. Default: for ever.',
  'members.breaks': 'The breaks within the working hours.',
  'members.breaks.every': 'In every how many weeks, as of hours.',
  'members.breaks.starting': 'A date in one of the weeks of this break.',
  'members.breaks.valid': 'The part of the year in which this break applies.',
  'members.breaks.valid.from': 'The first day. Default: since ever.',
  'members.breaks.valid.until': 'The last day, included. Default: for ever.',
  'members.days':
    'Hours of single days, instead of all others of that day: those of the week, of booking.exceptions and of ' +
    'public holidays. Breaks and absences still apply.',
  'members.days.date': 'The day.',
  'members.days.hours': 'The hours of that day. An empty list: does not work.',
  'members.holidays': 'Whole days off, the last one included.',
  'members.absences':
    'Hours off. An import replaces those of the file, not those that bin/stamgast schedule absence has added.',
  'members.absences.reason': 'The reason, not shown to guests.',
  staff:
    'Who works in the salon’s own site. The first import invites them by mail; later ones change nobody. ' +
    'Afterwards they are managed there, or with bin/stamgast staff add and bin/stamgast staff remove.',
  'staff.name': 'The name that colleagues see.',
  'staff.email': 'The address that gets the invitation, and then the sign-in links.',
  'staff.role':
    'What the person may do: an owner everything, a manager all but export and log, reception the day of everybody, ' +
    'a practitioner their own.',
  'staff.member': 'The id of the member who this person is. Default: none, for whoever performs no service.',
  'staff.language': 'The language of the site and of mails to them. Default: that of the salon.',
  productTypes: 'The headings of the shop, in the order of the menu.',
  'productTypes.id': 'The identifier for type of a product.',
  'productTypes.name': 'The heading.',
  'productTypes.active': 'Whether guests see it. Default: true.',
  products:
    'The goods of the shop, in its order. What is missing from the file becomes inactive; nothing is deleted.',
  'products.id': 'The identifier in URLs of the shop; permanent.',
  'products.name': 'The name of the article.',
  'products.displayName': 'The name that guests see. Default: the name.',
  'products.brandName': 'The brand.',
  'products.type': 'The id of the product type.',
  'products.description': 'The description; a blank line begins a paragraph.',
  'products.vat':
    'The VAT in percent, or exempt: without VAT, for a reason that documents give. Default: finance.vat_percent.',
  'products.exemptReason': 'Why the product is exempt. Default: finance.exemptReason.',
  'products.active': 'Whether guests see it. Default: true.',
  'products.pictures': 'The pictures; the first one is shown in lists.',
  'products.pictures.image': picture,
  'products.pictures.alt': alt,
  'products.variants': 'What is sold: the product in each of its sizes, with price and stock.',
  'products.variants.id': 'The identifier, unique among all variants; permanent.',
  'products.variants.size': 'The size, such as 250 ml. Left out if there is only one.',
  'products.variants.price':
    'The price, with or without VAT as finance.pricesInclude says. Guests see it with VAT.',
  'products.variants.stock':
    'How many can be sold. Default: unlimited. The import sets it only where the number differs from the one ' +
    'last imported or exported, so that orders in between count.',
  'products.variants.active': 'Whether guests can buy it. Default: true.',
  shipping: 'The ways to receive an order, in the order of the checkout.',
  'shipping.type':
    'pickupLocation (at a parcel shop), privateDelivery, businessDeliver, pickupInStore, or another name.',
  'shipping.name': 'The name that guests see.',
  'shipping.price': 'The price, with or without VAT as finance.pricesInclude says. 0 is shown as free.',
  'shipping.countries': 'The countries, by their two letters. Default: every country.',
  'shipping.active': 'Whether guests can choose it. Default: true.',
  promotions: 'Discounts by code. How often they were used is never in this file.',
  'promotions.id': 'The identifier; permanent.',
  'promotions.name': 'The name of the discount, as receipts show it.',
  'promotions.kind': 'amount off, percent off, or freeShipping.',
  'promotions.amount': 'The amount, VAT included, of the kind amount.',
  'promotions.percent': 'The percentage, of the kind percent.',
  'promotions.limit': 'How many orders may use it, over all its codes. Default: any number.',
  'promotions.from': 'The first day. Default: at once.',
  'promotions.until': 'The last day. Default: no end.',
  'promotions.firstPurchase': 'Whether it is only for a first order. Default: false.',
  'promotions.minimum': 'The least amount of goods, VAT included. Default: none.',
  'promotions.active': 'Whether its codes can be used. Default: true.',
  'promotions.codes':
    'The codes that guests type, upper or lower case. A code that is missing from the file stops working.',
  page: 'A page of the site.',
  'page.id': 'The path of the page: om-os is /om-os. The front page is index.',
  'page.title': 'The title in the menu and of the window.',
  'page.description': 'The description for search engines and link previews.',
  'page.date':
    'The day of an article: shown on it and in lists; the newest are the latest articles. Default: none; then ' +
    'the last change counts.',
  'page.order': 'The position in the menu: the smallest comes first.',
  'page.menu': 'Whether the menu links to the page. Default: true.',
  'page.footer': 'Whether the footer of the site links to the page, for an imprint. Default: false.',
  'page.blocks': 'The blocks of the page, from top to bottom.',
  'page.languages':
    'The page in further languages, where its blocks are others; else its texts can be maps of languages.',
  'page.languages.title': 'The title in this language.',
  'page.languages.description': 'The description in this language.',
  'page.languages.blocks': 'The blocks in this language, from top to bottom.',
  'page.pages': 'The sub-pages, listed by a bloglist1.',
  guests: 'The guests of the demo.',
  'guests.key': 'The identifier for visits in this file.',
  'guests.password': 'The password. Default: none, and no sign-in.',
  visits: 'The visits of the demo.',
  'visits.guest': 'The key of the guest.',
  'visits.contact': 'The contact of a guest without an account.',
  'visits.day': 'The day as a number of days after today; negative for the past.',
  'visits.time': 'The begin of the visit.',
  'visits.services': 'The booked services, in order.',
  'visits.services.service': 'The id of the service.',
  'visits.services.member': 'The id of the member.',
  'visits.paid': 'The amount paid, VAT included: none, full or an amount.',
  'visits.products': 'The ids of the variants that the guest bought at the visit.',
  'visits.state': 'Whether the visit is booked or cancelled. Default: booked.',
  messages: 'The messages of the demo, each at /message/ and its id.',
  'messages.id': 'The handle in its URL.',
  'messages.destination': 'The recipient.',
  'messages.services': 'The services of the message.',
  'messages.services.name': 'The name of the service.',
  'messages.data': 'The data of the recipient.',
  'messages.data.firstname': 'The first name.',
  'messages.data.preferredLanguage': 'The language of the message.',
  'messages.html': 'The text of the message, as HTML.',
  'hero1.heading': 'The heading.',
  'hero1.subHeading': 'A text in Markdown below the heading.',
  'hero1.imageUrl': picture,
  'hero1.alt': alt,
  'hero1.ctaButtonLink': 'The target of the primary button.',
  'hero1.ctaButtonText': 'The label of the primary button. It is shown only with its link.',
  'hero1.otherLink': 'The target of the secondary button.',
  'hero1.otherLinkText': 'The label of the secondary button. It is shown only with its link.',
  'hero2.title': 'The title on the picture.',
  'hero2.image': picture,
  'hero2.alt': alt,
  'hero3.heading': 'The heading.',
  'hero3.image': picture,
  'hero3.alt': alt,
  'hero3.link': 'The target of the button.',
  'hero3.linkText': 'The label of the button. It is shown only with its link.',
  'testimonial1.quote': 'The quotation, without quotation marks.',
  'testimonial1.author': 'The author of the quotation.',
  'testimonial1.role': 'A description of the author, such as Guest since 2019.',
  'testimonial1.avatar': `${picture} It is shown small and round.`,
  'testimonial1.alt': alt,
  'article.content': 'The texts and pictures, from top to bottom.',
  'article.content.md': markdown,
  'article.content.image': picture,
  'article.content.alt': alt,
  'article2.imageUrl': picture,
  'article2.alt': alt,
  'article2.md': markdown,
  'article2.imagePosition': 'The side of the picture. Default: left.',
  'article2.imageAnimation':
    'The animation of the picture while the page scrolls: slide-in comes from the margin, zoom-in scales from ' +
    '0.8. Default: none.',
  'videoBlock.provider': 'The provider of the video.',
  'videoBlock.link': 'The URL of the video: youtube.com/watch, youtu.be, youtube.com/shorts or vimeo.com.',
  'videoBlock.title': 'The title of the video.',
  'videoBlock.md': markdown,
  'videoBlock.mdPosition': 'The position of that text. Default: before.',
  'videoBlock.aspectRatio': 'The aspect ratio of the video. Default: 16:9.',
  'videoBlock.autoplay': 'Whether the video starts automatically, without sound. Default: false.',
  'videoBlock.mute': 'Whether the video starts without sound. Default: false.',
  'videoBlock.loop': 'Whether the video repeats. Default: false.',
  'videoBlock.showControls':
    'Whether the player has controls. Default: true. Without them a video of Vimeo needs autoplay to start.',
  'bloglist1.title': 'The heading above the list.',
  'bloglist1.description': 'The sentence below the heading.',
  'bloglist1.md': markdown,
  'videoBlock.poster': 'The tenant’s own picture in its place until the guest shows the video.',
  'videoBlock.alt': alt,
  ...Object.fromEntries(
    ['openinghours1', 'team1', 'services1', 'map1', 'gallery1', 'articles1'].flatMap((type) => [
      [`${type}.title`, 'The heading of the block.'],
      [`${type}.md`, markdown],
    ]),
  ),
  'team1.members': 'The ids of the members to show, in this order. Default: the whole team.',
  'services1.types': 'The ids of the service types to show, in this order. Default: all.',
  'map1.image': picture,
  'map1.alt': alt,
  'gallery1.content': 'The pictures.',
  'gallery1.content.image': picture,
  'gallery1.content.alt': alt,
  'articles1.page': 'The id of the page whose sub-pages are listed.',
  'articles1.count': 'How many of them. Default: 3.',
  'footer1.navigation': 'Whether the footer repeats the menu. Default: false.',
  ...Object.fromEntries(
    ['Facebook', 'Instagram', 'Twitter', 'YouTube', 'TikTok', 'WhatsApp'].map((site) => [
      `footer1.${site.toLowerCase()}`,
      `The URL at ${site === 'Twitter' ? 'X' : site}. Default: no icon.`,
    ]),
  ),
}

/** Descriptions of settings that are the same everywhere. */
export const sharedDescriptions: Record<string, string> = {
  weekday: 'The day of the week.',
  from: 'The begin.',
  to: 'The end.',
  until: 'The end.',
  firstname: 'The first name.',
  lastname: 'The last name.',
  email: 'The e-mail address.',
  mobile: 'The mobile number with its dial code.',
  language: 'The guest’s language.',
}
