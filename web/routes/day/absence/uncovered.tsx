import { absenceLink } from '#contract/links.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useText } from '#web/ui/text.tsx'
import type { listUncovered } from './list-uncovered.ts'

type UncoveredProps = { found: ReturnType<typeof listUncovered>; date: string }

/** Leads to what becomes of visits that have no place any more, by their people. */
export function Uncovered({ found, date }: UncoveredProps) {
  const t = useText()
  if (found.length === 0) return null
  return (
    <ul className="grid gap-3 rounded bg-warning-soft p-4 text-on-warning-soft">
      {found.map(({ id, name, ids }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3">
          <span>{t('staffAbsence.uncoveredOf', { name, count: ids.length })}</span>
          <ButtonLink to={absenceLink({ member: id, date, ids })} tone="secondary">
            {t('staffAbsence.decide')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
