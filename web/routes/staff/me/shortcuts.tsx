import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'

/**
 * Switches single keys on the day's page on and off: some people speak to their device, or press keys by
 * mistake.
 */
export function Shortcuts({ on }: { on: boolean }) {
  const t = useText()
  return (
    <Card title={t('staffMe.shortcuts')} lead={t('staffMe.shortcutsLead')}>
      <p>{t(on ? 'staffMe.shortcutsOn' : 'staffMe.shortcutsOff')}</p>
      <Form method="post">
        <input type="hidden" name="intent" value="shortcuts" />
        <input type="hidden" name="on" value={on ? '' : '1'} />
        <Button tone="secondary">{t(on ? 'staffMe.switchOff' : 'staffMe.switchOn')}</Button>
      </Form>
    </Card>
  )
}
