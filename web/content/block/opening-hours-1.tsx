import type { RenderedOf } from '#contract/content/block.ts'
import { useBlockContext } from '../block-context.tsx'
import { BlockIntro, SaidText } from '../text.tsx'

type Row = { day: string; hours: string; today: boolean; reason?: string; translated?: boolean }

/** The hours of the week with today marked, and the next days that differ. */
export function Openinghours1({ block, top }: { block: RenderedOf<'openinghours1'>; top: boolean }) {
  const { t, site } = useBlockContext()
  const { opening } = site
  if (!opening) return null
  return (
    <section className="wide grid grid-cols-1 gap-8 py-12 sm:py-20 md:grid-cols-2 md:gap-12 lg:gap-20">
      <BlockIntro block={block} top={top} usual={t('landing.hours')} />
      <div className="grid grid-cols-1 content-start gap-8">
        <Hours rows={opening.week} />
        {opening.others.length > 0 && (
          <div className="grid grid-cols-1 gap-3">
            <h3 className="text-xl">{t('content.otherHours')}</h3>
            <Hours rows={opening.others} />
          </div>
        )}
      </div>
    </section>
  )
}

function Hours({ rows }: { rows: Row[] }) {
  const { t } = useBlockContext()
  return (
    <dl className="tabular grid grid-cols-1">
      {rows.map(({ day, hours, today, reason, translated }) => (
        <div
          key={day}
          className={
            'flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-3 py-3 ' +
            (today ? 'rounded-t bg-brand-soft font-semibold text-on-brand-soft' : '')
          }
        >
          <dt>
            <span className="inline-block first-letter:uppercase">{day}</span>
            {today && <span className="ml-2 text-sm font-normal">{t('content.today')}</span>}
            {reason && (
              <span className={`block text-sm font-normal ${today ? '' : 'text-muted'}`}>
                {translated ? reason : <SaidText>{reason}</SaidText>}
              </span>
            )}
          </dt>
          <dd>{hours || t('landing.closed')}</dd>
        </div>
      ))}
    </dl>
  )
}
