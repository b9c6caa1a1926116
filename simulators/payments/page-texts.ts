import type { CardError } from './card.ts'
import type { RefusalReason } from './test-amounts.ts'

export type PageTexts = {
  title: string
  simulator: string
  pay: string
  to: string
  approve: string
  refuse: string
  leave: string
  cancel: string
  phone: string
  phoneHint: string
  phoneError: string
  number: string
  expiry: string
  expiryHint: string
  cvc: string
  cvcHint: string
  numbers: string
  approvedNumber: string
  over: string
  overText: string
  back: string
  missing: string
  missingText: string
  failed: string
  method: { WALLET: string; CARD: string }
  refusals: Record<RefusalReason, string>
  cardErrors: Record<CardError, string>
}

const english: PageTexts = {
  title: 'Payment',
  simulator: 'Simulator – no money moves',
  pay: 'Pay',
  to: 'To',
  approve: 'Approve',
  refuse: 'Refuse',
  leave: 'Leave without deciding',
  cancel: 'Cancel',
  phone: 'Phone number',
  phoneHint: '8 digits, for example 12 34 56 78. Nobody is called, nothing is stored.',
  phoneError: 'Enter a phone number with 8 digits.',
  number: 'Card number',
  expiry: 'Expiry date',
  expiryHint: 'MM/YY',
  cvc: 'Security code',
  cvcHint: '3 digits; American Express: 4',
  numbers: 'Card numbers to try',
  approvedNumber: 'Approved',
  over: 'This payment is over',
  overText: 'You have decided already, or its time has run out.',
  back: 'Back to the shop',
  missing: 'Payment not found',
  missingText: 'The address is not that of a payment. Go back to the shop and try again.',
  failed: 'The payment was not accepted',
  method: { WALLET: 'Vipps MobilePay', CARD: 'Card' },
  refusals: {
    noFunds: 'There is not enough money in the account. Use another card.',
    refused: 'The bank refused the payment. Use another card, or ask your bank.',
    fraud: 'The bank stopped the payment because it suspects misuse.',
    limit: 'The payment is above the limit of your card.',
    cardExpired: 'The card has expired. Use another card.',
    cardInvalid: 'The card is not valid. Use another card.',
    notVerified: 'Your bank could not confirm that it is you.',
    unknown: 'The payment failed for an unknown reason. Try again.',
  },
  cardErrors: {
    numberMissing: 'Enter the card number.',
    numberDigits: 'A card number has digits only.',
    numberShort: 'The card number is too short.',
    numberLuhn: 'This card number cannot be right. Check the digits.',
    numberReal: 'Only the card numbers below work here. Do not use a real card.',
    expiryForm: 'Enter the expiry date as MM/YY.',
    expiryMonth: 'The month is 01 to 12.',
    expiryPast: 'The card has expired.',
    cvcForm: 'Enter all digits of the security code.',
  },
}

const danish: PageTexts = {
  title: 'Betaling',
  simulator: 'Simulator – der flyttes ingen penge',
  pay: 'Betal',
  to: 'Til',
  approve: 'Godkend',
  refuse: 'Afvis',
  leave: 'Gå tilbage uden at vælge',
  cancel: 'Annuller',
  phone: 'Telefonnummer',
  phoneHint: '8 cifre, for eksempel 12 34 56 78. Ingen bliver ringet op, og intet gemmes.',
  phoneError: 'Indtast et telefonnummer på 8 cifre.',
  number: 'Kortnummer',
  expiry: 'Udløbsdato',
  expiryHint: 'MM/ÅÅ',
  cvc: 'Kontrolcifre',
  cvcHint: '3 cifre; American Express: 4',
  numbers: 'Kortnumre, du kan prøve',
  approvedNumber: 'Godkendes',
  over: 'Betalingen er afsluttet',
  overText: 'Du har allerede valgt, eller tiden er løbet ud.',
  back: 'Tilbage til butikken',
  missing: 'Betalingen findes ikke',
  missingText: 'Adressen hører ikke til en betaling. Gå tilbage til butikken, og prøv igen.',
  failed: 'Betalingen blev ikke gennemført',
  method: { WALLET: 'Vipps MobilePay', CARD: 'Kort' },
  refusals: {
    noFunds: 'Der er ikke penge nok på kontoen. Brug et andet kort.',
    refused: 'Banken afviste betalingen. Brug et andet kort, eller spørg din bank.',
    fraud: 'Banken standsede betalingen på grund af mistanke om misbrug.',
    limit: 'Beløbet er over kortets grænse.',
    cardExpired: 'Kortet er udløbet. Brug et andet kort.',
    cardInvalid: 'Kortet er ikke gyldigt. Brug et andet kort.',
    notVerified: 'Din bank kunne ikke bekræfte, at det er dig.',
    unknown: 'Betalingen mislykkedes af ukendt årsag. Prøv igen.',
  },
  cardErrors: {
    numberMissing: 'Indtast kortnummeret.',
    numberDigits: 'Et kortnummer består kun af cifre.',
    numberShort: 'Kortnummeret er for kort.',
    numberLuhn: 'Kortnummeret kan ikke passe. Tjek cifrene.',
    numberReal: 'Kun kortnumrene nedenfor virker her. Brug ikke et rigtigt kort.',
    expiryForm: 'Indtast udløbsdatoen som MM/ÅÅ.',
    expiryMonth: 'Måneden er 01 til 12.',
    expiryPast: 'Kortet er udløbet.',
    cvcForm: 'Indtast alle kontrolcifrene.',
  },
}

export type PageLanguage = 'en' | 'da'
export const pageTexts: Record<PageLanguage, PageTexts> = { en: english, da: danish }

/** Danish where Accept-Language prefers it to English, else English. */
export function pickLanguage(acceptLanguage: string | null): PageLanguage {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(Boolean)
      return { language: tag.slice(0, 2), quality: Number(quality ?? 1) }
    })
    .filter(({ language, quality }) => (language === 'da' || language === 'en') && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted[0]?.language === 'da' ? 'da' : 'en'
}
