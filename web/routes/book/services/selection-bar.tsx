import { ArrowRight } from 'lucide'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import type { Money } from '#domain/money.ts'
import { useText } from '#web/ui/text.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { priceText } from '#web/service/price-text.ts'
import { AddonNames } from '#web/visit/addon-list.tsx'
import { computeTotal, type SelectedService } from '../shared/totals.ts'
import type { Problem } from './use-selected-services.ts'

type SelectionBarProps = {
  chosen: SelectedService[]
  money: Money
  problem: Problem
  /** Where the form goes for the first free times. */ firstUrl: string
}

/**
 * The selected services: a bar at the bottom on phones, where it covers none of the list before the first
 * choice; a card beside the list on wide screens.
 */
export function SelectionBar({ chosen, money, problem, firstUrl }: SelectionBarProps) {
  const t = useText()
  const format = useFormat()
  const { low, high, from, minutes, longest } = computeTotal(chosen)
  const counted = chosen.length > 0
  return (
    <BottomBar
      className={`mt-8 ${counted || problem ? '' : 'max-lg:static'} lg:sticky lg:top-[calc(var(--toolbar)+2rem)] lg:bottom-auto lg:mt-0`}
    >
      <div role="status">
        {problem && (
          <p className="mb-3 rounded bg-warning-soft px-3 py-2 font-medium text-on-warning-soft">
            {problem === 'none' ? t('book.chooseOne') : t('book.atMost', { most: MAX_SERVICES })}
          </p>
        )}
        {counted && <p className="sr-only">{t('book.chosenCount', { count: chosen.length })}</p>}
      </div>
      <div className="hidden lg:block">
        <h2 className="text-lg">{t('book.yourVisit')}</h2>
        <ol className="mt-2 mb-4 grid divide-y divide-line border-b border-line empty:hidden">
          {chosen.map((service) => (
            <li key={service.id} className="grid gap-0.5 py-3">
              <span className="wrap-anywhere">
                <TenantText>{service.name}</TenantText>
                <AddonNames addons={service.chosen} />
              </span>
              <span className="tabular flex justify-between gap-4 text-sm text-muted">
                <span>{format.duration(service.minutes, service.longest)}</span>
                <span>{priceText(t, format.dateLanguage, service, money)}</span>
              </span>
            </li>
          ))}
        </ol>
      </div>
      <div className="flex items-center justify-between gap-4 lg:grid lg:grid-cols-1">
        {counted ? (
          <p className="tabular min-w-0 lg:flex lg:items-baseline lg:justify-between lg:gap-4">
            <span className="block font-semibold lg:text-lg whitespace-nowrap lg:order-2">
              {priceText(t, format.dateLanguage, { low, high: low, from: from || high > low }, money)}
            </span>
            <span className="block text-sm text-muted">
              {t('book.countAndTime', { count: chosen.length, minutes: format.duration(minutes, longest) })}
            </span>
          </p>
        ) : (
          <p className="text-muted">
            {problem ? (
              t('book.nothingChosen')
            ) : (
              <>
                <span className="scripted">{t('book.nothingChosen')}</span>
                <span className="unscripted">{t('book.chooseThenContinue')}</span>
              </>
            )}
          </p>
        )}
        <Button type="submit" className="shrink-0">
          <span>{t('book.continue')}</span>
          <Icon of={ArrowRight} size={18} />
        </Button>
      </div>
      <Button
        type="submit"
        formAction={firstUrl}
        tone="quiet"
        wide
        className={counted ? 'mt-1' : 'unscripted mt-1'}
      >
        {t('book.firstLink')}
      </Button>
    </BottomBar>
  )
}
