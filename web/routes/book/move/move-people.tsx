import { useText } from '#web/ui/text.tsx'
import { Link } from '#web/ui/link.tsx'
import { useNameList } from '#web/ui/people.tsx'
import { InfoBox } from '../shared/step.tsx'
import { movePath, type MovePage } from './load-move.ts'

type PeopleProps = { page: MovePage; params: { id: string; lang?: string | undefined } }

/** With whom: the same people, anyone, or another person who performs all of the services. */
export function MovePeople({ page: { visit, chosen }, params }: PeopleProps) {
  const t = useText()
  const same = visit.teamMember.every(Boolean)
  const before = [...new Set(visit.segments.map(({ member }) => member.name))]
  const people = useNameList()(before)
  const [sole] = new Set(visit.segments.map(({ member }) => member.id)).size === 1 ? visit.segments : []
  const options = [
    ...(same ? [{ id: null, name: t('move.same', { people }) }] : []),
    { id: 'any', name: t('book.anyone') },
    ...visit.people.filter(({ id }) => id !== sole?.member.id),
  ]
  const current = chosen ?? (same ? null : 'any')
  return (
    <nav aria-labelledby="with-whom">
      {!same && chosen === null && <InfoBox>{t('book.personGone')}</InfoBox>}
      <h2 id="with-whom" className="mb-2 text-lg">
        {t('move.who')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {options.map(({ id, name }) => (
          <li key={id ?? ''}>
            <Link
              to={movePath(params, { teamMember: id ?? undefined })}
              replace
              preventScrollReset
              aria-current={id === current ? 'true' : undefined}
              className={
                'inline-flex min-h-11 items-center rounded-full border px-4 no-underline ' +
                (id === current
                  ? 'border-brand-line bg-brand text-on-brand'
                  : 'border-control bg-surface text-text hover:bg-brand-soft')
              }
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
