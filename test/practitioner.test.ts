import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { otherPaths, pagePaths } from '#contract/site-map.ts'
import { createApp } from '#server/app.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import type { TenantId } from '#server/database/db.ts'
import { etags, handlers } from '#server/handlers.ts'
import { createInProcessClient } from '#server/http/dispatch.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { examplesOf, nonexistent } from '#test/examples.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffClient, staffContext, storeStaff } from '#test/signed-in.ts'
import { makeStaff, signInAs } from '#test/staff.ts'
import { furtherStaffExamples, nobody } from '#test/staff-examples.ts'
import { hold, summer } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { makeEntry } from '#test/waitlist.ts'

/*
 * A practitioner asks every call and every page of the salon's own site, with the ids of what others perform:
 * no answer has a guest of theirs, how to reach them, or an amount, and nothing of theirs changes.
 */
let app: TestApp
let tenant: TenantId
/** Of the visits of others, and of who waits. */
let theirs: { visit: string; number: string; entry: string; block: string; hours: string }
beforeAll(async () => {
  app = await makeApp()
  app.clock.now = summer(`${date}T08:00`)
  tenant = await makeTenant(app, { services: [{ id: 'cut', price: 98_700 }] })
  const guest = app.guest(tenant)
  const { handle } = await hold(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const details = {
    firstname: 'Xenia',
    lastname: 'Quist',
    email: 'xenia@secret.example',
    mobile: '20 99 88 77',
    countryCode: 'DK',
  }
  await guest('confirmVisit', { tenantId: tenant, handle, details })
  const { id, number } = await guest('getVisit', { tenantId: tenant, handle })
  const entry = await makeEntry(app, tenant, {
    contact: {
      firstname: 'Yrsa',
      lastname: 'Zeuthen',
      email: 'yrsa@secret.example',
      mobile: null,
      language: 'en',
    },
    members: ['anna'],
  })
  const call = await staffClient(app, tenant)
  await call('addStaffNote', { id, text: 'Allergic to walnuts' })
  const block = await call('addBlock', {
    memberId: 'anna',
    from: `${date}T13:00`,
    until: `${date}T14:00`,
    kind: 'ill',
    reason: 'Migraine',
  })
  const hours = await call('setDayHours', {
    date,
    hours: [{ from: '09:00', to: '16:00' }],
    members: ['anna'],
    reason: 'Migraine',
  })
  theirs = { visit: id, number: number ?? '', entry, block: block.id ?? '', hours: hours.id }
})
afterAll(() => app.close())

const date = '2026-06-12'
const nine = summer(`${date}T09:00`)
const listed = Object.entries(calls) as [CallName, Call][]
const names = listed.filter(([, { site }]) => site === 'staff').map(([name]) => name)
/** Amounts also as pages say them. */
const secret =
  /Xenia|Quist|20 ?99 ?88 ?77|secret\.example|walnuts|Migraine|98[.,]?700|\b987[.,]00|Yrsa|Zeuthen/

/** The inputs of a call that name what others perform. */
function inputsOf(name: CallName): object[] {
  const values = { ...nonexistent, tenantId: tenant, member: 'anna', service: 'cut', start: nine }
  const further: object[] = furtherStaffExamples(values)[name] ?? []
  const { visit, number, entry, block, hours } = theirs
  const typed = (input: object): object[] => [
    input,
    ...('date' in input ? [{ ...input, date }] : []),
    ...('visit' in input ? [{ ...input, visit: number }] : []),
    ...('q' in input ? ['8877', 'xen', 'qui', 'yrs'].map((q) => ({ ...input, q })) : []),
    ...(name === 'findPlaces' ? [{ ...input, services: 'cut::' }] : []),
  ]
  return [examplesOf(values)[name], ...further].flatMap(typed).flatMap((input) =>
    ['anna', 'bo'].flatMap((member) => {
      const text = JSON.stringify(input).replaceAll('"anna"', `"${member}"`).replace(':anna:', `:${member}:`)
      return [nobody, ...(text.includes(nobody) ? [visit, entry, block, hours] : [])].map(
        (id) => JSON.parse(text.replaceAll(nobody, id)) as object,
      )
    }),
  )
}

test('a practitioner gets nothing of others from any call, and changes nothing of theirs', async () => {
  const bo = makeSignedIn({ name: 'Bo', role: 'practitioner', memberId: 'bo' })
  await storeStaff(app, tenant, bo)
  const call = createInProcessClient(handlers, etags, {
    ...(await staffContext(app, tenant, bo)),
    sessionBegan: app.deps.now(),
  }) as (name: CallName, input: object) => Promise<unknown>
  const all = await staffClient(app, tenant)
  const before = await all('getSalonVisit', { visit: theirs.visit })
  // The words are seen by who may: the check below can fail.
  expect(JSON.stringify(before)).toMatch(secret)
  const seen: string[] = []
  const answered = new Set<string>()
  for (const name of names)
    for (const input of inputsOf(name)) {
      const answer = await call(name, input).then(
        (output) => {
          answered.add(name)
          return output
        },
        (error: unknown) => (error instanceof Error ? { ...error, text: error.message } : error),
      )
      if (secret.test(JSON.stringify(answer))) seen.push(`${name} ${JSON.stringify(input)}`)
    }
  expect(seen).toEqual([])
  expect([...answered]).toEqual(
    expect.arrayContaining([
      'getSchedule',
      'searchGuests',
      'printSchedule',
      'listQueue',
      'createFeed',
      'listStaffNotices',
    ]),
  )
  expect(await all('getSalonVisit', { visit: theirs.visit })).toEqual(before)
  const day = await all('getSchedule', { date })
  expect(day.members.find(({ id }) => id === 'anna')?.away).toMatchObject([{ id: theirs.block }])
  expect(day.otherHours.filter(({ members }) => members?.includes('anna'))).toMatchObject([
    { id: theirs.hours, hours: [{ from: '09:00', to: '16:00' }] },
  ])
})

test('no page, feed, print or stream of a practitioner has anything of others', async () => {
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  const pages = createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 })
  const whole = createApp(app.deps, pages)
  const bo = await makeStaff(app, tenant, { name: 'Bo Dahl', role: 'practitioner', memberId: 'bo' })
  const mia = await makeStaff(app, tenant, { name: 'Mia Lund', role: 'owner' })
  const host = `staff-${tenant}.localhost`
  const ask = (path: string, who: typeof bo, accept = 'text/html') =>
    whole.fetch(
      new Request(`http://${host}${path}`, {
        headers: {
          host,
          accept,
          'accept-language': 'en',
          'sec-fetch-site': 'same-origin',
          cookie: `staff=${who.browser.cookies.get('staff')}`,
        },
      }),
      {},
    )
  const { visit, number, entry } = theirs
  const queries = [
    ['anna', 'columns'],
    ['anna', 'week'],
    ['bo', 'week'],
    ['anna', 'list'],
  ].map(([member = '', view = '']) =>
    String(
      new URLSearchParams({
        date,
        view,
        member,
        members: member,
        who: member,
        move: visit,
        again: visit,
        ids: visit,
        visit,
        entry,
        edit: mia.id,
        staff: mia.id,
        start: String(nine),
        phones: '1',
        q: 'xen',
      }),
    ),
  )
  // What signs out, or changes the language, is sent as a form.
  const paths = [...pagePaths, ...otherPaths]
    .filter(({ site, path }) => site === 'staff' && !path.startsWith('/feed/'))
    .flatMap(({ path }) =>
      path.includes(':visit') ? [visit, number].map((id) => path.replace(':visit', id)) : [path],
    )
    .flatMap((path) => [path, `${path}.data`])
  expect(paths.length).toBeGreaterThan(30)
  /** The addresses whose answers have something of others. */
  const tellsOf = async (who: typeof bo, queries: string[]) => {
    const tells: string[] = []
    for (const path of paths)
      for (const query of queries) {
        // Some end the session.
        await signInAs(app, tenant, who.id, { browser: who.browser })
        const answer = await ask(`${path}?${query}`, who)
        expect([path, answer.status < 500]).toEqual([path, true])
        if (secret.test(await answer.text())) tells.push(path)
      }
    return new Set(tells)
  }
  expect([...(await tellsOf(mia, queries.slice(0, 1)))]).toEqual(
    expect.arrayContaining(['/admin/day', '/admin/day.data', '/admin/day/print', `/admin/visit/${visit}`]),
  )
  expect([...(await tellsOf(bo, queries))]).toEqual([])

  await makeVisit(app, tenant, {
    start: new Date(nine + 6 * 3_600_000),
    services: [{ id: 'cut', name: 'Cut', member: 'bo', minutes: 30, price: 1 }],
  })
  const { url } = await bo.browser('createFeed', { withNames: true })
  const feed = await (await ask(new URL(url).pathname, bo)).text()
  expect(feed).toContain('Freja')
  expect(feed).not.toMatch(secret)

  const streamed = listed.filter(([, { live, site }]) => live && site === 'staff')
  expect(streamed.length).toBeGreaterThan(2)
  const streams = ['/api/staff/live', ...streamed.map(([, { path }]) => `/api${path}?date=${date}`)].flatMap(
    (path) => (path.includes(':visit') ? [visit, number].map((id) => path.replace(':visit', id)) : [path]),
  )
  for (const path of streams) {
    const answer = await ask(path, bo, 'text/event-stream')
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    if (answer.status === 200) {
      while (!/event: (document|failed|open)\n.*\n\n/.test(text)) text += (await reader?.read())?.value ?? ''
      // It says again what somebody else has changed.
      await mia.browser('addStaffNote', { id: visit, text: 'Likes walnuts' })
      while (!/\n\nevent: .*\n\n/s.test(text)) text += (await reader?.read())?.value ?? ''
    }
    await reader?.cancel()
    expect([path, text]).toEqual([path, expect.not.stringMatching(secret)])
  }
})
