import { useNavigation } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useShortCancelRule } from './cancel-rule.tsx'
import type { Hold } from '../shared/hold.server.ts'

/** The binding button, always in view, with the total and what cancelling costs. */
export function ConfirmBar({ hold, className }: { hold: Hold; className: string }) {
  const t = useText()
  const { cost } = useFormat()
  const { state, formData } = useNavigation()
  const rule = useShortCancelRule()(hold)
  return (
    <BottomBar className={className}>
      {rule && (
        <p id="confirm-rule" className="mb-2 text-sm text-muted lg:mb-4">
          {rule}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="tabular min-w-32 flex-1">
          <span className="block text-lg font-semibold whitespace-nowrap">{cost(hold.price, hold)}</span>
          {hold.price > 0 && <span className="block text-sm text-muted">{t('booking.payThere')}</span>}
        </p>
        <SubmitButton
          name="intent"
          value="confirm"
          busy={state !== 'idle' && formData?.get('intent') === 'confirm'}
          busyText={t('booking.confirming')}
          aria-describedby={rule ? 'confirm-rule' : undefined}
          className="min-h-12 grow"
        >
          {t('booking.confirm')}
        </SubmitButton>
      </div>
    </BottomBar>
  )
}

/** Enter activates the first submit button of a form: this one, and not that of the hold. */
export const ConfirmByEnter = () => (
  <button type="submit" name="intent" value="confirm" tabIndex={-1} aria-hidden="true" className="sr-only" />
)
