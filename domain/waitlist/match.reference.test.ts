import { offerAt } from '#domain/availability/free-times.ts'
import { localParts, minuteFrom } from '#domain/zone.ts'
import { makeWaitCase, WAIT_FEATURES } from '#test/waitlist-cases.ts'
import { slowMatch } from '#test/waitlist-reference.ts'
import type { Verdict, WaitCase } from '#test/waitlist-reference.ts'
import { describe, expect, test } from 'vitest'
import { firstMatch, openMatcher } from './match.ts'
import type { MatchEntry, MatchRequest } from './match.ts'
import { exhaustive, perTier, seed as firstSeed } from '#test/tier.ts'

const COUNT = perTier(400, 6_000)
const TIMEOUT_MS = 60_000 + COUNT * 100

type Given = MatchRequest & { entries: MatchEntry[] }
type Matcher = (given: Given) => ReturnType<typeof firstMatch>
const matchAll: Matcher = ({ entries, ...request }) => firstMatch(openMatcher(request), entries)

const cases = Array.from({ length: COUNT }, (_, index) => ({
  seed: firstSeed + index,
  given: makeWaitCase(firstSeed + index),
}))
const truths = new Map<number, Verdict>()

function truthOf({ seed, given }: { seed: number; given: WaitCase }): Verdict {
  const truth = truths.get(seed) ?? slowMatch(given)
  truths.set(seed, truth)
  return truth
}

const requestOf = ({ nowMs, services, ...given }: WaitCase): Given => ({
  ...given,
  now: nowMs,
  services: new Map(services.map((rule) => [rule.id, rule])),
})

/** Whether the complete answer of a matcher, offer and reasons included, differs from the reference. */
const differs = (matcher: Matcher, one: (typeof cases)[number]): boolean =>
  JSON.stringify(inOneForm(matcher(requestOf(one.given)))) !== JSON.stringify(inOneForm(truthOf(one)))

/** Without names, whose order may differ. */
const inOneForm = ({ match, passed }: Verdict | ReturnType<typeof firstMatch>) => [
  match && [match.entryId, match.offer, match.expiresAt, match.loudFrom],
  passed.map((one) => [one.entryId, one.start, one.reason]),
]

const percent = (part: number) => `${((100 * part) / COUNT).toFixed(1)} %`

describe(`against a minute-by-minute reference, ${COUNT} generated cases from seed ${firstSeed}`, () => {
  test(
    'the winner, its offer and the reasons of those before it are the same',
    { timeout: TIMEOUT_MS },
    () => {
      const seeds = cases.filter((one) => differs(matchAll, one)).map((one) => one.seed)
      console.log(`waitlist: ${COUNT} cases from seed ${firstSeed}, ${seeds.length} differences`)
      expect(seeds).toEqual([])
    },
  )

  test(
    'each preference is in a tenth of the cases, each reason occurs, and a third have a match',
    { ...exhaustive, timeout: TIMEOUT_MS },
    () => {
      const shares = Object.entries(WAIT_FEATURES).map(
        ([name, has]) => [name, cases.filter(({ given }) => has(given)).length] as const,
      )
      const verdicts = cases.map(truthOf)
      const matched = verdicts.filter(({ match }) => match !== null).length
      const reasons = ['unconfirmed', 'paused', 'offered', 'person', 'window', 'own-visit', 'notice', 'night']
      const given = reasons.map(
        (reason) =>
          [
            reason,
            verdicts.filter(({ passed }) => passed.some((one) => one.reason === reason)).length,
          ] as const,
      )
      const list = (all: typeof shares) => all.map(([name, part]) => `${name} ${percent(part)}`).join(', ')
      console.log(`waitlist: matched ${percent(matched)}; ${list(shares)}; passed over: ${list(given)}`)
      expect(shares.filter(([, part]) => part < COUNT / 10)).toEqual([])
      expect(given.filter(([, part]) => part < COUNT / 100)).toEqual([])
      expect(matched).toBeGreaterThanOrEqual(COUNT / 3)
    },
  )
})

// Planted bugs: the correct matcher with a slightly wrong input or output.

const withEntries =
  (change: (entry: MatchEntry, request: Given) => Partial<MatchEntry>): Matcher =>
  (request) =>
    matchAll({
      ...request,
      entries: request.entries.map((entry) => ({ ...entry, ...change(entry, request) })),
    })

const withServices =
  (change: object): Matcher =>
  (request) =>
    matchAll({
      ...request,
      services: new Map([...request.services].map(([id, rule]) => [id, { ...rule, ...change }])),
    })

/** Free times without a fixed member: their choice for "anyone" may hide the freed time. */
const withoutFixedMember: Matcher = (request) => {
  const { match, passed } = matchAll(request)
  const entry = request.entries.find((one) => one.id === match?.entryId)
  if (!match || !entry) return { match, passed }
  const services = entry.services.flatMap((id) => {
    const rule = request.services.get(id)
    const able = rule?.members.filter((member) => entry.members?.includes(member) ?? true)
    return rule && able ? [{ rule: { ...rule, members: able }, memberId: null }] : []
  })
  const shown = offerAt(
    { ...request, services, from: 0, until: 0, now: minuteFrom(request.now) },
    match.offer.start,
  )
  const isUsed = shown?.segments.some(({ memberId, busy }) =>
    busy.some(({ start, end }) =>
      request.freed.some(
        (one) => 'memberId' in one && one.memberId === memberId && one.start < end && start < one.end,
      ),
    ),
  )
  return { match: isUsed ? match : null, passed }
}

/** The whole case computed with the offset of this moment. */
const offsetOfNow: Matcher = (request) => {
  const { offset } = localParts(request.rules.zone, minuteFrom(request.now))
  const clock = new Date(Math.abs(offset) * 60_000).toISOString().slice(11, 16)
  return matchAll({ ...request, rules: { ...request.rules, zone: `${offset < 0 ? '-' : '+'}${clock}` } })
}

const PLANTED: Record<string, Matcher> = {
  'the order is reversed': (request) => matchAll({ ...request, entries: request.entries.toReversed() }),
  'the last date of a window is excluded': withEntries(({ windows }) => ({
    windows: windows.map((one) => ({ ...one, until: dayBefore(one.until) })),
  })),
  'only the start must be before the latest time': withEntries(({ windows }) => ({
    windows: windows.map((one) => ({ ...one, latest: '24:00' })),
  })),
  'weekdays are ignored': withEntries(({ windows }) => ({
    windows: windows.map((one) => ({ ...one, weekdays: [] })),
  })),
  'the set of people is ignored': withEntries(() => ({ members: null })),
  'the buffer after a service is ignored': withServices({ bufferAfter: 0 }),
  'a processing gap counts as busy': withServices({ processing: undefined }),
  'only the first service counts': withEntries(({ services }) => ({ services: services.slice(0, 1) })),
  'notice is ignored': withEntries(() => ({ noticeMinutes: 0 })),
  'night is ignored': withEntries(() => ({ atNight: true })),
  'own visits are ignored': withEntries(() => ({ visits: [] })),
  'a time is offered again': withEntries(() => ({ earlier: [] })),
  'a part of an offered time is offered again': withEntries(({ earlier }) => ({
    earlier: earlier.map((one) => ({
      ...one,
      times: one.times.map((time) => ({ ...time, end: time.start })),
    })),
  })),
  'a contact need not confirm': withEntries(() => ({ confirmed: true })),
  'a pause never ends': withEntries(() => ({ pausedUntil: null })),
  'an open offer does not count': withEntries(({ state }) => ({
    state: state === 'offered' ? 'waiting' : state,
  })),
  'a freed unit does not count': (request) =>
    matchAll({ ...request, freed: request.freed.filter((one) => 'memberId' in one) }),
  'a unit that was offered before does not count': withEntries(({ earlier }) => ({
    earlier: earlier.map((one) => ({ ...one, times: one.times.filter((time) => 'memberId' in time) })),
  })),
  'booked units are ignored': (request) => matchAll({ ...request, busyUnits: [] }),
  'members take as long as the service says': withServices({ lengths: undefined }),
  'the choice for anyone hides the freed time': withoutFixedMember,
  'the clock change is missed': offsetOfNow,
}

const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)

describe('the comparison detects when', () => {
  test.each(Object.entries(PLANTED))('%s', { timeout: TIMEOUT_MS }, (name, matcher) => {
    const first = cases.find((one) => differs(matcher, one))
    console.log(`waitlist: planted "${name}" caught by seed ${first?.seed ?? 'none'}`)
    expect(first).toBeDefined()
  })
})
