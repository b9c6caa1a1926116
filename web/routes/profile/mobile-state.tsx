import { useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Card } from './frame.tsx'

type MobileProps = {
  verified: boolean
  /** Whether a message can reach the number. */ sms: 'on' | 'off' | 'unserved'
  error: TextKey | undefined
}

/** Whether the number has been shown to be the guest's own, and the message that shows it; nothing where there is nothing to do about it. */
export function MobileState({ verified, sms, error }: MobileProps) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'mobile'
  if (!verified && sms === 'off') return null
  return (
    <Card
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
        <Form method="post" action="/profile/contact" className="grid justify-items-start gap-2">
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
