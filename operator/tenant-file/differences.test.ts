import { expect, test } from 'vitest'
import { differences } from './differences.ts'

const cut = { id: 'cut', name: 'Cut', price: '320.00', members: ['bo'] }
const wash = { id: 'wash', name: 'Wash', price: '80.00' }
const hours = [
  { weekday: 'mon', from: '09:00', to: '12:00' },
  { weekday: 'mon', from: '13:00', to: '17:00' },
]

test.each<[string, unknown, unknown, string[]]>([
  ['nothing', { services: [cut, wash] }, { services: [cut, wash] }, []],
  [
    'a value',
    { services: [cut] },
    { services: [{ ...cut, price: '350.00' }] },
    ['services.cut.price: 320.00 → 350.00'],
  ],
  ['a setting that is new', { tenant: {} }, { tenant: { phone: '1' } }, ['tenant.phone: (none) → 1']],
  ['a setting that is gone', { tenant: { phone: '1' } }, { tenant: {} }, ['tenant.phone: 1 → (none)']],
  [
    'a list of words',
    { services: [cut] },
    { services: [{ ...cut, members: ['bo', 'anna'] }] },
    ['services.cut.members: bo → bo, anna'],
  ],
  [
    'an entry',
    { services: [cut] },
    { services: [cut, wash] },
    ['services.wash: new, id wash, name Wash, price 80.00'],
  ],
  [
    'an entry in two languages',
    { serviceTypes: [] },
    { serviceTypes: [{ id: 'cut', svctype: { de: 'Schnitt', en: 'Cut' } }] },
    ['serviceTypes.cut: new, id cut, svctype de Schnitt, en Cut'],
  ],
  ['an entry that is gone', { services: [cut, wash] }, { services: [wash] }, ['services.cut: removed']],
  ['a list that is new', {}, { services: [wash] }, ['services.wash: new, id wash, name Wash, price 80.00']],
  ['a list that is gone', { services: [wash] }, {}, ['services.wash: removed']],
  ['the order', { services: [cut, wash] }, { services: [wash, cut] }, ['services: in the order wash, cut']],
  [
    'hours, by their weekday',
    { hours },
    { hours: [hours[0], { ...hours[1], to: '18:00' }] },
    ['hours.mon.2.to: 17:00 → 18:00'],
  ],
  [
    'entries without a name',
    { content: [{ md: 'Hi' }, { md: 'Bye' }] },
    { content: [{ md: 'Hi' }, { md: 'Goodbye' }] },
    ['content.2.md: Bye → Goodbye'],
  ],
  ['an empty list', { date: { hours: [] } }, { date: { hours: ['x'] } }, ['date.hours: (empty) → x']],
  [
    'the end of a long text',
    { text: `${'word '.repeat(40)}closed in July.` },
    { text: `${'word '.repeat(40)}closed in August.` },
    ['text: …word word closed in July. → …word word closed in August.'],
  ],
  [
    'a long text that goes on',
    { text: 'word '.repeat(40) },
    { text: `${'word '.repeat(40)}and so on` },
    ['text: …word word word word → …word word word word and so on'],
  ],
  ['a long text', { text: 'a '.repeat(80) }, { text: 'a\nb' }, [`text: ${'a '.repeat(35).trimEnd()}… → a b`]],
])('%s', (_, before, after, lines) => {
  expect(differences(before, after)).toEqual(lines)
})
