import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toInstant, localParts, minuteFrom } from '#domain/zone.ts'
import { runCommand } from '#test/command.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book } from '#test/steps.ts'
import { dayText } from './day-text.ts'
import { dayCommand } from './day.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const zone = 'Europe/Copenhagen'
const run = (...line: string[]) => runCommand([dayCommand], { testDb: app }, ['day', ...line])
const today = localParts(zone, minuteFrom(Date.now())).date
const day = addDays(today, 3)
const at = (minute: number) => toInstant(zone, day, minute) * 60_000

test('the visits of a day are listed by person, in order, with several services together', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const last = await book(guest, { tenantId: tenant, start: at(780), teamMember: ['bo'] })
  const later = await book(guest, {
    tenantId: tenant,
    start: at(660),
    services: ['cut', 'color'],
    teamMember: ['anna', 'anna'],
  })
  const first = await book(guest, {
    tenantId: tenant,
    start: at(540),
    services: ['cut', 'color'],
    teamMember: ['anna', 'bo'],
  })
  expect(await run(tenant, day)).toEqual({
    code: 0,
    out: [
      `Company ${tenant}, ${day}`,
      '',
      'anna',
      `  09:00–09:30  ${first.number}  Freja Holm  cut of ${tenant}`,
      `  11:00–12:30  ${later.number}  Freja Holm  cut of ${tenant} + color of ${tenant}`,
      '',
      'bo',
      `  09:30–10:30  ${first.number}  Freja Holm  color of ${tenant}`,
      `  13:00–13:30  ${last.number}  Freja Holm  cut of ${tenant}`,
      '',
    ].join('\n'),
    err: '',
  })
  expect(await run(tenant, addDays(day, 1))).toEqual({
    code: 0,
    out: '',
    err: `No visits on ${addDays(day, 1)}.\n`,
  })
  expect(await run(tenant)).toMatchObject({ code: 0, err: `No visits on ${today}.\n` })
})

test('an unknown tenant and a date that does not exist are refused', async () => {
  expect(await run('nowhere')).toMatchObject({ code: 1, err: expect.stringContaining('tenant list') })
  for (const date of ['2027-02-30', 'tomorrow'])
    expect(await run('nowhere', date)).toEqual({
      code: 1,
      out: '',
      err: 'DATE must be a date that exists, written like 2027-03-28.\n',
    })
})

test('a note is below its visit, what has happened with it behind; people who have left come last', () => {
  const member = (id: string) => ({ id, name: id, firstname: id, lastname: '', avatar: null })
  const visit = (who: string, minute: number, note: string | null = null, visitor: string | null = null) => ({
    segments: [
      {
        position: 0,
        serviceId: 'cut',
        memberId: who,
        anyone: false,
        serviceName: 'Cut',
        addons: [],
        price: 1,
        start: new Date(at(minute)),
        end: new Date(at(minute + 30)),
        taken: true,
        units: [],
        preVisit: null,
        from: false,
        member: member(who),
      },
    ],
    guest: null,
    contact: { firstname: 'Noah', lastname: '', email: '', mobile: '', language: 'en' as const },
    note,
    visitor,
    number: 'K4TQ7M',
    progress: who === 'left' ? ('noShow' as const) : ('expected' as const),
  })
  const visits = [
    visit('left', 540),
    visit('bo', 600, 'Short at the sides,\nlong on top'),
    visit('bo', 540, null, 'Emma'),
  ]
  expect(dayText({ day, zone, title: 'Salon', visits, members: ['anna', 'bo'] })).toEqual([
    `Salon, ${day}`,
    '',
    'bo',
    '  09:00–09:30  K4TQ7M  Emma (Noah)  Cut',
    '  10:00–10:30  K4TQ7M  Noah         Cut',
    '                       Short at the sides,',
    '                       long on top',
    '',
    'left',
    '  09:00–09:30  K4TQ7M  Noah         Cut  noShow',
  ])
})
