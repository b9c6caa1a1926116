import { ArrowRight } from 'lucide-react'
import { useText } from '#web/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useReady } from '#web/ui/ready.ts'
import type { CatalogService, Money } from './load-catalog.ts'
import { MOST_SERVICES } from './selection.ts'
import { priceText, sumOf } from './sums.ts'
import type { Problem } from './use-choice.ts'

/** What has been chosen: a bar at the bottom on phones, a card beside the list where there is room. */
export function Basket({ chosen, money, problem }: { chosen: CatalogService[]; money: Money; problem: Problem }) {
  const t = useText()
  const format = useFormat()
  const ready = useReady()
  const sum = sumOf(chosen)
  const counted = chosen.length > 0
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-8 self-start border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-4px_16px_rgb(0_0_0/0.08)] sm:-mx-6 sm:px-6 lg:top-24 lg:bottom-auto lg:mx-0 lg:mt-0 lg:rounded-xl lg:border lg:p-5 lg:shadow-none">
      <div role="status" className="grid gap-1">
        {problem && <p className="rounded bg-warning-soft px-3 py-2 font-medium text-on-warning-soft">{problem === 'none' ? t('book.chooseOne') : t('book.atMost', { most: MOST_SERVICES })}</p>}
        {counted && <p className="sr-only lg:not-sr-only lg:font-display lg:text-lg lg:font-semibold">{t('book.yourVisit')}</p>}
        {counted && <p className="sr-only">{t('book.chosenCount', { count: chosen.length })}</p>}
      </div>
      {counted && (
        <ol className="mt-3 hidden divide-y divide-line lg:grid">
          {chosen.map((service) => (
            <li key={service.id} className="flex justify-between gap-4 py-2">
              <span>{service.name}<span className="tabular block text-sm text-muted">{format.minutes(service.minutes)}</span></span>
              <span className="tabular shrink-0 text-right">{priceText(t, format, service, money)}</span>
            </li>
          ))}
        </ol>
      )}
      <div className="flex items-center justify-between gap-4 lg:mt-3 lg:grid lg:justify-stretch">
        <p className={`tabular min-w-0 ${counted ? 'lg:flex lg:justify-between lg:gap-4' : 'text-muted'}`}>
          {counted
            ? <><span className="block font-semibold lg:order-2 lg:text-right">{priceText(t, format, sum, money)}</span><span className="block text-sm text-muted lg:text-base lg:text-text">{t('book.countAndTime', { count: chosen.length, minutes: format.minutes(sum.minutes) })}</span></>
            : ready || problem ? t('book.nothingChosen') : t('book.chooseThenContinue')}
        </p>
        <Button type="submit" className="shrink-0">{t('book.continue')}<ArrowRight aria-hidden="true" size={18} /></Button>
      </div>
    </div>
  )
}
