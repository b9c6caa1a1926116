import type { Output } from '#contract/calls.ts'
import { progressTexts } from '#contract/progress-texts.ts'
import { actorTexts, changeTexts, messageTexts } from '#web/staff/day/texts.ts'
import { fullWhenText, timesText } from '#web/staff/day/visit-words.ts'
import { Card } from '#web/ui/card.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'

type Change = Output<'listVisitChanges'>['documents'][number]
type Facts = NonNullable<Change['before']>

/** What has happened to it, the latest first: who, when, before and after, and who was told. */
export function VisitHistory({ changes }: { changes: Change[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <Card title={t('staffVisit.history')}>
      {changes.length === 0 && <p className="text-muted">{t('staffVisit.noHistory')}</p>}
      <ol className="divide-y divide-line">
        {changes.map((change) => (
          <li key={change.id} className="grid gap-1 py-3">
            <p className="font-medium">
              {[t(changeTexts[change.kind]), ...(change.undone ? [t('staffVisit.takenBack')] : [])].join(
                ' · ',
              )}
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              {[
                fullWhenText(format, change.at),
                change.name ?? t(actorTexts[change.actor]),
                ...(change.device ? [change.device] : []),
              ].join(' · ')}
            </p>
            <Differences before={change.before} after={change.after} />
            <Messages change={change} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** What differs before and after: time, people, add-ons, where it was on its day. */
function Differences({ before, after }: Pick<Change, 'before' | 'after'>) {
  const t = useText()
  const format = useFormat()
  if (!before || !after) return null
  const told: ((facts: Facts) => string)[] = [
    (facts) => `${format.day(facts.start)} ${timesText(format, facts)}`,
    ({ members }) => members.join(', '),
    ({ services }) => services.join(', '),
    ({ progress }) => t(progressTexts[progress]),
  ]
  const changed = told.flatMap((tell) => {
    const [was, is] = [tell(before), tell(after)]
    return was === is ? [] : [`${was} → ${is}`]
  })
  return changed.length > 0 ? <p className="text-sm">{changed.join(' · ')}</p> : null
}

function Messages({ change: { notified, waitsUntil } }: { change: Change }) {
  const t = useText()
  if (waitsUntil !== null) return <p className="text-sm">{t('staffVisit.waits')}</p>
  if (notified.length === 0) return null
  const kinds = notified.map((one) => t(messageTexts[one])).join(', ')
  return <p className="text-sm">{t('staffVisit.told', { kinds })}</p>
}
