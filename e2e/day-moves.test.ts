import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toInstant, toWeekday } from '#domain/zone.ts'
import { exhaustive } from '#test/tier.ts'
import { at, cardOf, DAYS_AHEAD, inDays, measure, movable, openDay, storedVisits, visitAt } from './day.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'
import { button, heading, press } from './page.ts'
import { openSalon, textIn, work, type Salon } from './salon.ts'

/* Moving and lengthening on the day's grid: by mouse, finger and key, each with the same result. */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const freja = 'Freja Holm'
const moved = (page: Page) =>
  page.getByRole('status').getByText(t('staffDay.didMove'), { exact: true }).waitFor()
const review = (page: Page) => page.getByRole('region', { name: t('staffDay.moveOf', { name: freja }) })

/** A salon with a visit of Freja by anna at ten, and a receptionist. */
async function openDesk(minutes = 60) {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  await visitAt(salon, { minutes })
  return { salon, before: reception.copyCookies }
}
const only = async (salon: Salon) => (await storedVisits(salon))[0]
/** Waits until what moves visits has loaded. */
const openGrid = async (page: Page, salon: Salon) => {
  await openDay(page, salon)
  await movable(page)
  return measure(page, cardOf(page, freja, '10:00'))
}
/** The middle of a person's column. */
const columnOf = async (page: Page, member: string) => {
  const box = await page.locator(`[data-column=${member}]`).boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0) / 2
}

/** How each way of pointing holds a card, moves it and lets it go. */
type Hand = {
  drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void>
}

const mouse = (page: Page): Hand => ({
  drag: async (from, to) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + 8, { steps: 2 })
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await page.mouse.up()
  },
})

async function finger(page: Page): Promise<Hand & { session: CDPSession }> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    session,
    drag: async (from, to) => {
      await touch('touchStart', from)
      await page.waitForTimeout(650)
      for (const part of [0.25, 0.5, 0.75, 1])
        await touch('touchMove', {
          x: from.x + (to.x - from.x) * part,
          y: from.y + (to.y - from.y) * part,
        })
      await touch('touchEnd')
    },
  }
}

for (const [hand, hasTouch] of [
  ['a mouse', false],
  ['a finger', true],
] as const) {
  const take = async (page: Page): Promise<Hand> => (hasTouch ? finger(page) : mouse(page))

  test(`${hand} moves a visit by time and person, and nothing is saved before it was looked at`, async () => {
    const { salon, before } = await openDesk()
    await harness.visit({ before, hasTouch }, async (page) => {
      const { x, y, row } = await openGrid(page, salon)
      await (await take(page)).drag({ x, y }, { x: await columnOf(page, 'bo'), y: y + 6 * row })
      await review(page).getByText(t('staffPlace.to'), { exact: true }).waitFor()
      expect(await only(salon)).toMatchObject({ start: at('10:00'), member: 'anna' })
      await press(page, t('staffPlace.save'))
      await moved(page)
      expect(await only(salon)).toMatchObject({ start: at('10:30'), member: 'bo', minutes: 60 })
      await cardOf(page, freja, '10:30 to 11:30', 'bo').waitFor()
      // Taken back, it is where it was.
      await press(page, t('staffDay.undo'))
      await cardOf(page, freja, '10:00 to 11:00').waitFor()
    })
    expect(await only(salon)).toMatchObject({ start: at('10:00'), member: 'anna', minutes: 60 })
    expect(await salon.guestMail()).toEqual([])
  })

  test(`${hand} makes a visit longer by its lower edge`, async () => {
    const { salon, before } = await openDesk()
    await harness.visit({ before, hasTouch }, async (page) => {
      const { x, bottom, row } = await openGrid(page, salon)
      const edge = { x, y: bottom - 4 }
      await (await take(page)).drag(edge, { x, y: edge.y + 3 * row })
      await review(page).getByText(t('staffPlace.lengths'), { exact: true }).waitFor()
      await press(page, t('staffPlace.save'))
      await moved(page)
    })
    expect(await only(salon)).toMatchObject({ start: at('10:00'), minutes: 75 })
  })
}

/** The time that stands at the card that is held. */
const heldAt = (page: Page) =>
  page.locator('.held').evaluate((place) => /^"(.*?)"/.exec(getComputedStyle(place, '::before').content)?.[1])

test('a card shows its new time while it is dragged, until it is put back', async () => {
  const { salon, before } = await openDesk()
  await harness.visit({ before }, async (page) => {
    const { x, y, row } = await openGrid(page, salon)
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const [rows, time] of [
      [6, '10:30–11:30'],
      [9, '10:45–11:45'],
    ] as const) {
      await page.mouse.move(x, y + rows * row, { steps: 3 })
      expect(await heldAt(page)).toBe(time)
    }
    await page.mouse.up()
    await review(page).waitFor()
    expect(await heldAt(page)).toBe('10:45–11:45')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.held, [data-held-at]').count()).toBe(0)
  })
})

test('who does not do the service gets no places for it, and a drag to them says so at once', async () => {
  const services = [{ id: 'cut', members: ['anna'] }, { id: 'color' }]
  const salon = await openSalon(harness.site, { services })
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const { id } = await visitAt(salon, { minutes: 60 })
  const places = (page: Page, member: string) =>
    page.getByRole('link', { name: new RegExp(t('staffDay.placeHere', { times: '.*', member })) })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await openDay(page, salon, `&move=${id}`)
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    await places(page, 'anna').first().waitFor()
    expect(await places(page, 'bo').count()).toBe(0)
    expect(await column('anna').getByText(t('staffDay.doesNot')).count()).toBe(0)
    await column('bo').getByText(t('staffDay.doesNot'), { exact: true }).waitFor()

    const { x, y, row } = await openGrid(page, salon)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(await columnOf(page, 'bo'), y + 6 * row, { steps: 6 })
    expect(await heldAt(page)).toBe(`10:30–11:30 · ${t('staffDay.doesNot')}`)
    await page.getByRole('status').getByText(t('staffDay.doesNot')).waitFor()
    await page.mouse.up()
    await review(page).getByText(t('staffPlace.skill'), { exact: true }).waitFor()
    expect(await page.locator('.held').count()).toBe(0)
  })
  expect(await only(salon)).toMatchObject({ start: at('10:00'), member: 'anna' })
})

test('what is dropped stays in view above what is said of it, which takes little of a wide screen', async () => {
  const { salon, before } = await openDesk()
  await harness.visit({ before }, async (page) => {
    await openDay(page, salon)
    await movable(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    const { x, y } = await measure(page, cardOf(page, freja, '10:00'))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, 700, { steps: 10 })
    await page.mouse.up()
    await review(page).getByText(t('staffPlace.to'), { exact: true }).waitFor()
    const bar = async () => (await review(page).boundingBox()) ?? { y: 0, height: 720 }
    expect((await bar()).height).toBeLessThan(140)
    const end = async () => {
      const box = await page.locator('.held').boundingBox()
      return (box?.y ?? 720) + (box?.height ?? 0)
    }
    await expect.poll(async () => (await end()) <= (await bar()).y).toBe(true)
  })
})

test('what is dropped is put back by a button, by Escape, and where it is held at the same place', async () => {
  const { salon, before } = await openDesk()
  await harness.visit({ before }, async (page) => {
    const { x, y, row } = await openGrid(page, salon)
    const hand = mouse(page)
    await hand.drag({ x, y }, { x, y: y + 6 * row })
    await review(page)
      .getByRole('button', { name: t('staffDay.putBack'), exact: true })
      .click()
    await review(page).waitFor({ state: 'detached' })
    await hand.drag({ x, y }, { x, y: y + 6 * row })
    await review(page).waitFor()
    await page.keyboard.press('Escape')
    await review(page).waitFor({ state: 'detached' })
    await hand.drag({ x, y }, { x, y })
    await page.waitForTimeout(200)
    expect(await review(page).count()).toBe(0)
    // While it is held, too.
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 10 * row, { steps: 4 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await review(page).count()).toBe(0)
    const card = await measure(page, cardOf(page, freja, '10:00'))
    expect(Math.abs(card.y - y)).toBeLessThan(2)
  })
  expect(await only(salon)).toMatchObject({ start: at('10:00') })
})

test('over another visit it is refused with who has it and the nearest times, and stays where it was', async () => {
  const { salon, before } = await openDesk()
  await visitAt(salon, {
    clock: '13:00',
    minutes: 60,
    contact: { firstname: 'Noah', lastname: 'Berg', email: '', mobile: '+4520111222', language: 'en' },
  })
  await harness.visit({ before }, async (page) => {
    const { x, y, row } = await openGrid(page, salon)
    await mouse(page).drag({ x, y }, { x, y: y + 36 * row })
    await review(page).getByText(t('staffPlace.taken'), { exact: true }).waitFor()
    await review(page).getByText('13:00–14:00 · Noah Berg · anna', { exact: true }).waitFor()
    expect(await review(page).getByRole('link').count()).toBeGreaterThan(0)
    await review(page)
      .getByRole('button', { name: t('staffDay.putBack'), exact: true })
      .click()
  })
  expect((await storedVisits(salon)).map(({ start }) => start)).toEqual([at('10:00'), at('13:00')])
})

test('what somebody else changes while a move is looked at is said before it is saved over', async () => {
  const { salon, before } = await openDesk(30)
  const other = await work(salon, { name: 'Ea Lund', role: 'reception' })
  const visits = await salon.sql<{ id: string }>('select id from visit')
  await harness.visit({ before }, async (page) => {
    const { x, y, row } = await openGrid(page, salon)
    await mouse(page).drag({ x, y }, { x, y: y + 12 * row })
    await review(page).getByText('11:00–11:30', { exact: false }).waitFor()
    const start = at('14:00')
    await other.call('placeVisit', { id: visits[0]?.id ?? '', sequence: 0, start, inform: 'none' })
    await review(page).getByText('14:00–14:30', { exact: false }).waitFor()
    await press(page, t('staffPlace.save'))
    await review(page)
      .getByText(t('staffDay.changed', { by: 'Ea Lund' }))
      .first()
      .waitFor()
    expect((await only(salon))?.start).toBe(start)
    await press(page, t('staffPlace.save'))
    await moved(page)
  })
  expect((await only(salon))?.start).toBe(at('11:00'))
})

test('keys do the same: a visit is picked up, moved, made longer, put down and saved', async () => {
  const { salon, before } = await openDesk()
  await harness.visit({ before }, async (page) => {
    await openGrid(page, salon)
    await cardOf(page, freja, '10:00').focus()
    await page.keyboard.press('m')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page
      .getByRole('status')
      .getByText(t('staffDay.heldAt', { from: '10:15', until: '11:20', member: 'bo' }), { exact: true })
      .waitFor()
    expect(await heldAt(page)).toBe('10:15–11:20')
    await page.keyboard.press('Enter')
    await review(page).getByText(t('staffPlace.to'), { exact: true }).waitFor()
    await press(page, t('staffPlace.save'))
    await moved(page)
    expect(await only(salon)).toMatchObject({ start: at('10:15'), member: 'bo', minutes: 65 })
    // Escape puts it back.
    await cardOf(page, freja, '10:15', 'bo').focus()
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await page.keyboard.press('z')
    await page.getByText(t('staffShell.undone'), { exact: true }).waitFor()
  })
  expect(await only(salon)).toMatchObject({ start: at('10:00'), member: 'anna', minutes: 60 })
})

/** What is stored of a visit, but for the names of its rows. */
const stored = (salon: Salon) =>
  salon.sql(
    `select visit.start, visit."end", visit.state, visit.sequence, member_id, segment.start as begins,
      segment."end" as ends, segment.busy::text, segment.over
    from visit join segment on visit_id = visit.id`,
  )

test('mouse, finger, keys, form and the tray by each of them put a visit to the same place', async () => {
  const nine = 'bo'
  const save = async (page: Page) => {
    await press(page, t('staffPlace.save'))
    await page.getByText(t('staffDay.didMove'), { exact: true }).waitFor()
  }
  const free = (page: Page) =>
    page.getByRole('link', {
      name: t('staffDay.placeHere', { times: '09:00–17:00', member: nine }),
      exact: true,
    })
  /** Picks the visit up on its own page. */
  const pickUp = async (page: Page, salon: Salon) => {
    const [visit] = await storedVisits(salon)
    await page.setViewportSize({ width: 1280, height: 1_300 })
    await page.goto(salon.url(`/admin/day?date=${inDays(DAYS_AHEAD)}&move=${visit?.id}`))
    await page.getByRole('heading', { name: t('staffDay.trayTitle', { name: freja }), exact: true }).waitFor()
  }
  const ways: Record<string, (page: Page, salon: Salon) => Promise<void>> = {
    mouse: async (page, salon) => {
      const { x, y, row } = await openGrid(page, salon)
      await mouse(page).drag({ x, y }, { x: await columnOf(page, nine), y: y - 12 * row })
    },
    finger: async (page, salon) => {
      const { x, y, row } = await openGrid(page, salon)
      await (await finger(page)).drag({ x, y }, { x: await columnOf(page, nine), y: y - 12 * row })
    },
    keys: async (page, salon) => {
      await openGrid(page, salon)
      await cardOf(page, freja, '10:00').focus()
      await page.keyboard.press('m')
      for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    },
    form: async (page, salon) => {
      const [visit] = await storedVisits(salon)
      await page.goto(salon.url(`/admin/place/${visit?.id}`))
      await page.locator('select[name=members]').selectOption(nine)
      await press(page, t('staffPlace.show'))
      await page.getByRole('link', { name: '09:00 bo', exact: true }).first().click()
    },
    'tray by mouse': async (page, salon) => {
      await pickUp(page, salon)
      await ready(page)
      await free(page).click({ position: { x: 10, y: 2 } })
    },
    'tray by finger': async (page, salon) => {
      await pickUp(page, salon)
      await ready(page)
      await free(page).tap({ position: { x: 10, y: 2 } })
    },
    'tray by keys': async (page, salon) => {
      await pickUp(page, salon)
      await ready(page)
      await tabTo(page, free(page))
      await page.keyboard.press('Enter')
    },
    'tray by form': async (page, salon) => {
      await pickUp(page, salon)
      await free(page).click({ position: { x: 10, y: 2 } })
    },
  }
  const rows: Record<string, unknown> = {}
  for (const [way, place] of Object.entries(ways)) {
    const { salon, before } = await openDesk()
    const options = { hasTouch: way.includes('finger'), javaScriptEnabled: !way.includes('form') }
    await harness.visit({ before, ...options }, async (page) => {
      await place(page, salon)
      await save(page)
    })
    rows[way] = await stored(salon)
    expect([way, await storedVisits(salon)]).toMatchObject([
      way,
      [{ start: at('09:00'), member: nine, minutes: 60 }],
    ])
  }
  for (const way of Object.keys(ways)) expect([way, rows[way]]).toEqual([way, rows.mouse])
})

/** The coming Sunday in this month on which clocks change. */
function clockChange(month: '03' | '10'): string {
  const year = Number(inDays(0).slice(0, 4))
  return (
    [year, year + 1]
      .map((one) => addDays(`${one}-${month}-31`, -(toWeekday(`${one}-${month}-31`) % 7)))
      .find((date) => date > inDays(7)) ?? ''
  )
}

test.each([
  ['America/Los_Angeles', '03'],
  ['Asia/Kathmandu', '10'],
  ['Pacific/Auckland', '03'],
  ['Europe/Copenhagen', '10'],
] as const)(
  'from a browser in %s a visit keeps its time of day over the night in which clocks change (%s)',
  exhaustive,
  async (timezoneId, month) => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const sunday = clockChange(month)
    const tenOn = (date: string) => toInstant('Europe/Copenhagen', date, 600) * 60_000
    await visitAt(salon, { start: new Date(tenOn(addDays(sunday, -1))), minutes: 60 })
    await harness.visit({ before: reception.copyCookies, timezoneId }, async (page) => {
      await page.setViewportSize({ width: 1280, height: 1_300 })
      await open(page, salon.url(`/admin/day?view=week&who=anna&date=${sunday}`))
      await movable(page)
      const { x, y } = await measure(page, cardOf(page, freja, '10:00 to 11:00'))
      const box = await page.locator(`[data-date="${sunday}"]`).boundingBox()
      await mouse(page).drag({ x, y }, { x: (box?.x ?? 0) + 20, y })
      await press(page, t('staffPlace.save'))
      await moved(page)
      await cardOf(page, freja, '10:00 to 11:00').waitFor()
    })
    expect(await only(salon)).toMatchObject({ start: tenOn(sunday), minutes: 60 })
  },
)

test('single keys go through the days and say what happens; switched off, they do nothing', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  await visitAt(salon, { start: new Date(Date.now() - 5 * 60_000), minutes: 60 })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await openDay(page, salon)
    await button(page, t('staffDay.keys')).waitFor()
    await page.keyboard.press('t')
    await page.getByRole('link', { name: t('staffDay.today'), exact: true }).waitFor()
    await cardOf(page, freja, '').focus()
    await page.keyboard.press('a')
    await page.getByRole('status').getByText(t('staffDay.didArrive'), { exact: true }).waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: t('staffDay.keys'), exact: true })
    await help.waitFor()
    await help.getByRole('link', { name: t('staffDay.keysOff'), exact: true }).click()
    await heading(page, 'Ida Krogh')
    await press(page, t('staffMe.switchOff'))
    await page.getByText(t('staffMe.shortcutsOff'), { exact: true }).waitFor()
    await openDay(page, salon)
    await page.keyboard.press('t')
    await page.waitForTimeout(300)
    expect(new URL(page.url()).searchParams.get('date')).not.toBeNull()
    expect(await button(page, t('staffDay.keys')).count()).toBe(0)
  })
})

test(
  '200 gestures of a finger that scrolls, zooms, taps or only presses change nothing',
  exhaustive,
  async () => {
    const { salon, before } = await openDesk()
    await harness.visit({ before, hasTouch: true }, async (page) => {
      let { x, y } = await openGrid(page, salon)
      const { session } = await finger(page)
      const touch = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        ...touchPoints: { x: number; y: number; id?: number }[]
      ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
      // A fixed sequence, so that a failure can be seen again.
      let seed = 7
      const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
      const gestures = {
        /** And back again. */
        scroll: async (from: { x: number; y: number }) => {
          await touch('touchStart', from)
          for (const by of [20, 60, 20, 0]) await touch('touchMove', { x: from.x, y: from.y - by })
          await touch('touchEnd')
        },
        zoom: async (from: { x: number; y: number }) => {
          const other = { x: from.x + 30, y: from.y + 30 }
          await touch('touchStart', from)
          await touch('touchStart', { ...from, id: 0 }, { ...other, id: 1 })
          await touch(
            'touchMove',
            { x: from.x - 10, y: from.y, id: 0 },
            { x: other.x + 10, y: other.y, id: 1 },
          )
          await touch('touchEnd')
        },
        /** Opens the visit, or nothing beside it. */
        tap: async (from: { x: number; y: number }) => {
          await touch('touchStart', from)
          await touch('touchEnd')
          await page.waitForTimeout(100)
        },
        hold: async (from: { x: number; y: number }) => {
          await touch('touchStart', from)
          await page.waitForTimeout(650)
          await touch('touchEnd')
        },
      }
      const kinds = Object.keys(gestures) as (keyof typeof gestures)[]
      const made = new Map<string, number>()
      for (let turn = 0; turn < 200; turn += 1) {
        const from = { x: x + random() * 40 - 20, y: y + random() * 40 - 20 }
        const kind = kinds[Math.floor(random() * kinds.length)] ?? 'tap'
        await gestures[kind](from)
        made.set(kind, (made.get(kind) ?? 0) + 1)
        expect([turn, kind, await review(page).count()]).toEqual([turn, kind, 0])
        // A tap, or a press that was long enough, may have opened the visit.
        if (!page.url().includes('/admin/day')) {
          await page.goBack()
          ;({ x, y } = await measure(page, cardOf(page, freja, '10:00')))
        }
      }
      expect([...made.keys()].toSorted()).toEqual(kinds.toSorted())
    })
    expect(await only(salon)).toMatchObject({ start: at('10:00'), member: 'anna', minutes: 60 })
    expect(await salon.sql('select 1 from visit_change')).toEqual([])
  },
)
