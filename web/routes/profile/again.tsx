import { useText } from '#web/text.tsx'
import { Form } from '#web/ui/form.tsx'
import { Button } from '#web/ui/button.tsx'

/** The way to a fresh sign-in, and back here. */
export function Again({ to }: { to: '/profile/security' | '/profile/privacy' }) {
  const t = useText()
  return (
    <Form method="post" action="/profile/security" className="grid justify-items-start gap-3">
      <p>{t('profile.again')}</p>
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="to" value={to} />
      <Button tone="secondary">{t('profile.againButton')}</Button>
    </Form>
  )
}
