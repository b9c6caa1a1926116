/** Generates parties for comparing implementations of their free times. The seed determines everything. */
import { createRandom, makeCase } from './availability-cases.ts'
import type { Rule } from './availability-reference.ts'
import type { PartyCase } from './party-reference.ts'

/** A schedule with a query for the free times of a party of two or three, determined by the seed. */
export function makePartyCase(seed: number): PartyCase {
  const roll = createRandom(seed ^ 0x5eed)
  const { services, ...rest } = makeCase(seed)
  // Parties need more people than single visits: some of another case join.
  const joining = makeCase(seed + 1_000_003).members.slice(0, roll.between(0, 2))
  const others = joining.map((member, index) => ({ ...member, id: `n${index + 1}` }))
  const rules = services.map(({ rule }) =>
    withMembers(
      rule,
      others.map(({ id }) => id).filter(() => roll.chance(0.7)),
    ),
  )
  const from = rest.from + (roll.chance(0.5) ? roll.between(0, 600) : 0)
  const persons = Array.from({ length: roll.pick([2, 2, 3]) }, () => {
    const first = roll.pick(rules)
    const more = roll.chance(0.25) ? [roll.pick(rules)] : []
    return [first, ...more].map((rule) => ({
      rule,
      memberId: roll.chance(0.25) ? roll.pick(rule.members) : null,
    }))
  })
  const added = createRandom(seed ^ 0x27d4_eb2f)
  return {
    ...rest,
    rules: { ...rest.rules, slotMinutes: roll.pick([5, 10, 15, 15, 30]) },
    members: [...rest.members, ...others],
    persons: persons.map((wanted) =>
      wanted.map((one) => ({ ...one, added: added.chance(0.2) ? added.between(5, 30, 5) : 0 })),
    ),
    from,
    until: Math.min(rest.until, from + roll.between(240, 900)),
  }
}

const withMembers = (rule: Rule, ids: string[]): Rule => ({
  ...rule,
  members: [...rule.members, ...ids],
  prices: rule.prices && { ...rule.prices, ...Object.fromEntries(ids.map((id) => [id, 40_000])) },
})
