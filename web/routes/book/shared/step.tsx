import { Check } from 'lucide'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { bookingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { DocumentTitle, Heading } from '#web/ui/page.tsx'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useRootData } from '#web/site/use-root-data.ts'
import { pickBase, steps, type Notes, type Selection, type Step as StepName } from '#web/visit/selection.ts'
import { ExistingHold } from './existing-hold.tsx'
import type { Held } from './booking-context.ts'

/** The steps of another way to book; `at`: the one that is shown. */
export type OtherSteps = { at: number; steps: { name: string; to: string }[] }

type StepProps = {
  step: StepName
  /** Default: those of a visit of one person. */ steps?: OtherSteps
  title: string
  lead?: ReactNode
  /** Beside the step on wide screens, where it replaces the lead. */ aside?: ReactNode
  selection: Selection
  notes?: Notes
  /** The names of chosen add-ons that are not offered any more. */ gone?: string[]
  /** What the guest holds already. */ held?: Held | null
  failed?: boolean
  /** When (epoch ms) its form failed to reach the server. */
  unreached?: number | undefined
  children: ReactNode
}

/** The layout of every step: progress, title, notes. */
export function Step({
  step,
  steps: others,
  title,
  lead,
  aside,
  selection,
  notes,
  gone = [],
  held,
  failed = false,
  unreached,
  children,
}: StepProps) {
  const t = useText()
  const { brand } = useRootData()
  const tenantText = useTenantText()
  const name = `${title} · ${brand.title}`
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 pb-8 pt-3 sm:pb-16 sm:px-6 sm:pt-6">
      <DocumentTitle title={name} failed={failed || unreached !== undefined} />
      {others ? <ProgressBar {...others} /> : <Progress step={step} selection={selection} />}
      <Heading>{title}</Heading>
      {lead && (
        <div className={`mt-1 max-w-[68ch] text-muted sm:mt-2 sm:text-lg ${aside ? 'lg:hidden' : ''}`}>
          {lead}
        </div>
      )}
      <div className="mt-3 sm:mt-8">
        {unreached && (
          <div className="mb-4 max-w-[44rem]">
            <Warning key={unreached}>{t('booking.unreached')}</Warning>
          </div>
        )}
        {held && <ExistingHold held={held} />}
        {notes?.dropped && <InfoBox>{t('book.dropped')}</InfoBox>}
        {notes?.tooMany && <InfoBox>{t('book.tooMany', { most: MAX_SERVICES })}</InfoBox>}
        {notes?.personGone && <InfoBox>{t('book.personGone')}</InfoBox>}
        {gone.length > 0 && (
          <InfoBox>
            {t('book.addonsGone', { names: gone.map((one) => tenantText(one).text).join(', ') })}
          </InfoBox>
        )}
        {aside ? (
          <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-x-8 xl:gap-x-10">
            <div className="min-w-0">{children}</div>
            <aside
              aria-label={t('book.yourVisit')}
              className="sticky top-[calc(var(--toolbar)+2rem)] hidden self-start lg:block"
            >
              {aside}
            </aside>
          </div>
        ) : (
          children
        )}
      </div>
    </div>
  )
}

// A guest without an account enters their details on the page that they confirm.
const shownSteps = steps.filter((one) => one !== 'details')

function Progress({ step, selection }: Pick<StepProps, 'step' | 'selection'>) {
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const at = shownSteps.indexOf(step === 'details' ? 'confirm' : step)
  const names = {
    services: t('book.stepServices'),
    person: t('book.stepPerson'),
    time: t('book.stepTime'),
    confirm: t('book.stepConfirm'),
  }
  return (
    <ProgressBar
      at={at}
      steps={shownSteps.map((shown) => ({ name: names[shown], to: bookingLink(base, shown, selection) }))}
    />
  )
}

function ProgressBar({ at, steps: shown }: OtherSteps) {
  const t = useText()
  return (
    <nav aria-label={t('book.progress', { at: at + 1, of: shown.length })} className="no-print mb-3 sm:mb-8">
      <ol className="flex gap-2 text-sm *:min-w-min *:flex-1 sm:max-w-[40rem]">
        {shown.map(({ name, to }, index) => {
          const bar = (
            <span
              aria-hidden="true"
              className={`mb-1 block h-1 rounded-full ${index <= at ? 'bg-brand-line' : 'bg-line'}`}
            />
          )
          const label = (
            <span className="flex items-center gap-1">
              {index < at && <Icon of={Check} size={14} className="shrink-0 max-sm:hidden" />}
              <span>{name}</span>
            </span>
          )
          // Only earlier steps can be changed by going back to them.
          const open = index < at
          return (
            <li
              key={name}
              aria-current={index === at ? 'step' : undefined}
              className={index === at ? 'font-semibold' : 'text-muted'}
            >
              {open ? (
                <Link to={to} className="block min-h-11 pt-2 no-underline hover:text-text">
                  {bar}
                  {label}
                </Link>
              ) : (
                <span className="block min-h-11 pt-2">
                  {bar}
                  {label}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** Information before the guest continues. */
export const InfoBox = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mb-4 max-w-[44rem] rounded bg-warning-soft px-4 py-3 text-on-warning-soft">
    {children}
  </p>
)

/** An obstacle to what the guest wanted; takes the focus when it appears. */
export function Warning({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <p
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="rounded-xl bg-warning-soft p-4 font-medium text-on-warning-soft"
    >
      {children}
    </p>
  )
}
