import { expect, test } from 'vitest'
import { parseGuestLink, languageOfPath, pathInLanguage } from './link-path.ts'

test.each([
  ['/cancelBooking/h/da', 'da', '/cancelBooking/h/en'],
  ['/cancelBooking/h/da/', 'da', '/cancelBooking/h/en/'],
  ['/cancelBooking/h/da.data', 'da', '/cancelBooking/h/en.data'],
  ['/cancelBooking/h/da/_.data', 'da', '/cancelBooking/h/en/_.data'],
  ['/cancelBooking/h/_.data', null, '/cancelBooking/h/_.data'],
  ['/confirmMobile/h/da/u/', 'da', '/confirmMobile/h/en/u/'],
  ['/CANCELBOOKING/h/DA', 'DA', '/CANCELBOOKING/h/en'],
  ['/cancelBooking/h/es-419', 'es-419', '/cancelBooking/h/en'],
  ['/cancelBooking/h/nb-NO', 'nb-NO', '/cancelBooking/h/en'],
  ['/confirmMobile/h/da/u', 'da', '/confirmMobile/h/en/u'],
  ['/confirmMobile/h/no-such-language/u', null, '/confirmMobile/h/no-such-language/u'],
  ['/cancelBooking/h/xx', null, '/cancelBooking/h/xx'],
  ['/cancelBooking/h', null, '/cancelBooking/h'],
  ['/cancelBooking/da', null, '/cancelBooking/da'],
  ['/cancelBooking/h/da/x', null, '/cancelBooking/h/da/x'],
  ['/da', null, '/da'],
])('the language in %s is %s', (path, language, english) => {
  expect([languageOfPath(path), pathInLanguage(path, 'en')]).toEqual([language, english])
})

test.each([
  ['/cancelBooking/a-handle_1', 'a-handle_1'],
  ['/cancelbooking/h/', 'h'],
  ['/cancelBooking/h.data', 'h'],
  ['/cancelBooking/h/_.data', 'h'],
  ['/cancelBooking/h/da', null],
  ['/cancelBooking/%00', null],
  ['/cancelBooking/', null],
  ['/unsubscribe/h', null],
  ['/message/h.data', 'h'],
  ['/message', null],
  ['/MESSAGE/h/_.data', 'h'],
  ['/custom-login/tenant~code.data', 'tenant~code'],
  ['/cl/h/', 'h'],
  ['/clx/h', null],
  ['/message/h/x', null],
  ['/awi/message/entry', 'message'],
  ['/awi/message', 'message'],
  ['/awi/message/entry.data', 'message'],
  ['/awi;messageId=message;waitlistId=entry', 'message'],
  ['/awi/;waitlistId=entry;messageId=message', 'message'],
  ['/awi', null],
  ['/landing?i=message&wh=entry', 'message'],
  ['/landing?wh=entry', null],
  ['/landing?i=%00', null],
  ['/waitlist/confirm/h', 'h'],
  ['/waitlist/confirm/h/da', null],
  ['/waitlist/confirm', null],
  ['/extendWaitlist/h', 'h'],
  ['/unsubscribeWaitlist/h/', 'h'],
])('the handle in %s is %s', (path, handle) => {
  expect(parseGuestLink(path)?.handle ?? null).toBe(handle)
})
