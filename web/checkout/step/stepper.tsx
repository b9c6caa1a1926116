import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { steps, type Step } from '#domain/checkout/steps.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import { shortStepNames, stepLink, stepNames } from '../step-link.ts'

type StepperProps = { step: Step; reachable: Step; code: string }

/** The four steps with the current one; those that the guest may open are links. */
export function Stepper({ step, reachable, code }: StepperProps) {
  const t = useText()
  const [at, last] = [steps.indexOf(step), steps.indexOf(reachable)]
  return (
    <nav aria-label={t('checkout.progress', { at: at + 1, of: steps.length })} className="mb-5 sm:mb-8">
      <ol className="grid grid-cols-4 gap-2 text-sm">
        {steps.map((item, index) => (
          <li
            key={item}
            aria-current={index === at ? 'step' : undefined}
            className={`min-w-0 ${index === at ? 'font-semibold' : 'text-muted'}`}
          >
            <StepItem to={index !== at && index <= last ? stepLink(item, code) : null}>
              <span
                aria-hidden="true"
                className={`mb-1 block h-1 rounded-full ${index <= at ? 'bg-brand-line' : 'bg-line'}`}
              />
              <span className="flex items-start gap-1 wrap-anywhere hyphens-auto">
                {index < at && <Icon of={Check} size={14} className="mt-1 shrink-0 max-sm:hidden" />}
                <span className="sm:hidden">{t(shortStepNames[item])}</span>
                <span className="max-sm:hidden">{t(stepNames[item])}</span>
              </span>
            </StepItem>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const StepItem = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to ? (
    <Link to={to} className="block min-h-11 pt-2 no-underline hover:text-text">
      {children}
    </Link>
  ) : (
    <span className="block min-h-11 pt-2">{children}</span>
  )
