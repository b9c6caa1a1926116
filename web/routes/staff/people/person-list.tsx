import type { Output } from '#contract/calls.ts'
import { peopleLink } from '#contract/links.ts'
import { roleTexts } from '#web/staff/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { Person } from './person-fields.tsx'

/** Who works here or is invited. */
export function PersonList({ people, self }: { people: Output<'listStaff'>; self: string }) {
  return (
    <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
      {people.documents.map((person) => (
        <Row key={person.id} person={person} isSelf={person.id === self} />
      ))}
    </ul>
  )
}

function Row({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const t = useText()
  const { id, name, email, role, mayChange } = person
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4">
      <span className="grid min-w-0 gap-1">
        <span className="font-medium wrap-anywhere">
          {isSelf ? `${name} (${t('staffPeople.you')})` : name}
        </span>
        <span className="text-sm text-muted wrap-anywhere">{`${t(roleTexts[role])} · ${email}`}</span>
        <State person={person} />
      </span>
      {mayChange && (
        <span className="flex flex-wrap gap-2">
          <ButtonLink
            to={peopleLink({ edit: id })}
            tone="secondary"
            aria-label={t('staffPeople.changeTitle', { name })}
          >
            {t('staffShell.change')}
          </ButtonLink>
          {!isSelf && (
            <ButtonLink
              to={peopleLink({ remove: id })}
              tone="secondary"
              aria-label={t('profile.passkeyRemoveOf', { name })}
            >
              {t('profile.passkeyRemove')}
            </ButtonLink>
          )}
        </span>
      )}
    </li>
  )
}

/** Whether the invitation is accepted, and when the person was here last. */
function State({ person: { joinedAt, invitedUntil, lastSeenAt, hasPasskey } }: { person: Person }) {
  const t = useText()
  const { fullDay } = useFormat()
  if (joinedAt === null)
    return (
      <span>
        <Badge tone="warning">
          {invitedUntil === null
            ? t('staffPeople.invitedOver')
            : t('staffPeople.invitedUntil', { date: fullDay(invitedUntil) })}
        </Badge>
      </span>
    )
  const facts = [
    ...(lastSeenAt === null ? [] : [t('staffPeople.lastSeen', { date: fullDay(lastSeenAt) })]),
    ...(hasPasskey ? [t('staffMethod.passkey')] : []),
  ]
  return facts.length > 0 ? <span className="text-sm text-muted">{facts.join(' · ')}</span> : null
}
