import { useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { contactLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Card } from '#web/ui/card.tsx'

type MobileProps = {
  verified: boolean
  /** Whether a text message can reach the number. */ sms: 'on' | 'off' | 'unserved'
  error: TextKey | undefined
}

/**
 * Whether the mobile number is verified, with a button that sends the verification message. Renders nothing
 * for an unverified number if the tenant sends no text messages.
 */
export function MobileState({ verified, sms, error }: MobileProps) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'mobile'
  if (!verified && sms === 'off') return null
  return (
    <Card
      id="mobile-state"
      title={t('onboarding.mobile')}
      lead={t(
        verified
          ? 'profile.mobileConfirmed'
          : sms === 'unserved'
            ? 'profile.mobileNotServed'
            : 'profile.mobileUnconfirmed',
      )}
    >
      {!verified && sms === 'on' && (
        <Form method="post" action={contactLink()} className="grid justify-items-start gap-2">
          <input type="hidden" name="intent" value="mobile" />
          {error && (
            <p role="alert" className="font-medium text-danger">
              {t(error)}
            </p>
          )}
          <SubmitButton busy={busy} busyText={t('profile.busy')} tone="secondary">
            {t('profile.mobileSend')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}
