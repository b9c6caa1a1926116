import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher, useNavigation } from 'react-router'
import { isPickup } from '#domain/checkout/shipping.ts'
import { readFormText } from '#web/request/form.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Empty } from '#web/ui/page.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { CheckoutAnswer, PickupResult } from '../answer.ts'
import type { CheckoutPage, ShippingType } from '../checkout-page.ts'
import { Failure } from './notice.tsx'
import { PickupLocations } from './pickup-locations.tsx'
import { problemText } from './problem-text.ts'
import { stepLink } from '../step-link.ts'

type ShippingProps = { page: CheckoutPage; answer: CheckoutAnswer | undefined }

/** Step 2: how the order is received. With scripts a choice is saved at once, else by the button. */
export function ShippingStep({ page, answer }: ShippingProps) {
  const t = useText()
  const tenantText = useTenantText()
  const { formData } = useNavigation()
  const { receipt, types, undelivered, localTime, code } = page
  const action = stepLink('shipping', code)
  const choice = useFetcher<CheckoutAnswer>()
  const [type, setType] = useState(receipt.shipping?.type ?? null)
  // Choosing ends what an answer has said before.
  const [over, setOver] = useState<CheckoutAnswer>()
  const pickup = usePickupSearch(page, answer)
  const save = (chosen: { type: string; location?: string }) => {
    setType(chosen.type)
    setOver(answer)
    void choice.submit({ intent: 'choose', receipt: receipt.id, ...chosen }, { method: 'post', action })
  }
  const failure = findFailure(page, answer === over ? undefined : answer, choice.data)
  const delivery = types.find((one) => one.type === 'privateDelivery')
  const pressed = formData ? readFormText(formData, 'intent') : null
  if (types.length === 0)
    return (
      <Empty
        action={
          <Link to={stepLink('address', code)} className={textLinkClasses}>
            {t('checkout.changeAddress')}
          </Link>
        }
      >
        {t('checkout.noShipping')}
      </Empty>
    )
  const goOn = (
    <SubmitButton
      name="intent"
      value="shipping"
      busy={pressed === 'shipping' || choice.state !== 'idle'}
      busyText={t('checkout.saving')}
      wide
    >
      {t('checkout.continue')}
    </SubmitButton>
  )
  return (
    <Form method="post" action={action} className="grid max-w-[36rem] gap-5">
      {/* Enter activates the first submit button of a form: this one, and not one of the pickup locations. */}
      <button
        type="submit"
        name="intent"
        value="shipping"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      />
      <input type="hidden" name="receipt" value={receipt.id} />
      {failure && (
        <Failure of={answer ?? choice.data}>
          {failure === 'unreached' ? t('checkout.unreached') : problemText(t, failure)}
        </Failure>
      )}
      {undelivered && <p>{t('checkout.noShipping')}</p>}
      <fieldset className="grid gap-3">
        <legend className="sr-only">{t('checkout.shippingMethod')}</legend>
        {types.map((shippingType) => (
          <TypeOption
            key={shippingType.type}
            type={shippingType}
            page={page}
            choose={() => save({ type: shippingType.type })}
            selected={receipt.shipping?.type === shippingType.type}
          />
        ))}
      </fieldset>
      {type !== null && isPickup(type) && (
        <PickupLocations
          {...pickup}
          chosen={receipt.shipping?.pickupLocation ?? null}
          country={receipt.customerDetails?.country ?? ''}
          localTime={localTime}
          choose={(location) => save({ type, location })}
          delivery={delivery ? tenantText(delivery.name).text : null}
        />
      )}
      {type !== null && isPickup(type) ? <BottomBar className="lg:contents">{goOn}</BottomBar> : goOn}
    </Form>
  )
}

type TypeProps = { type: ShippingType; page: CheckoutPage; selected: boolean; choose: () => void }

function TypeOption({ type: { type, name, priceIncVat }, page: { receipt }, selected, choose }: TypeProps) {
  const t = useText()
  const { money } = useFormat()
  return (
    <label className="flex min-h-14 items-center gap-3 rounded-xl border border-control bg-surface p-4 has-checked:border-brand-line has-checked:bg-brand-soft has-checked:text-on-brand-soft">
      <input
        type="radio"
        name="type"
        value={type}
        defaultChecked={selected}
        onChange={choose}
        className="size-6 shrink-0 accent-brand-line"
      />
      <span className="min-w-0 grow font-medium wrap-anywhere">
        <TenantText>{name}</TenantText>
      </span>
      <span className="tabular shrink-0">
        {priceIncVat === 0 ? t('format.free') : money(priceIncVat, receipt)}
      </span>
    </label>
  )
}

/** Searches pickup locations when the step opens, in a request of its own, so that nothing waits for it. */
function usePickupSearch({ receipt, types, code }: CheckoutPage, answer: CheckoutAnswer | undefined) {
  const fetcher = useFetcher<CheckoutAnswer>()
  const search = () =>
    void fetcher.submit(
      { intent: 'find', receipt: receipt.id },
      { method: 'post', action: stepLink('shipping', code) },
    )
  const searchFirst = useEffectEvent(() => {
    if (types.some((one) => isPickup(one.type)) && answer?.about !== 'pickup') search()
  })
  useEffect(() => searchFirst(), [])
  const result = findPickupResult(fetcher.data) ?? findPickupResult(answer)
  return { result, searching: fetcher.state !== 'idle', search }
}

function findPickupResult(answer: CheckoutAnswer | undefined): PickupResult | null {
  if (answer?.about === 'pickup') return answer.result
  return answer?.about === 'unreached' && answer.intent === 'find' ? { state: 'failed' } : null
}

function findFailure(
  page: CheckoutPage,
  answer: CheckoutAnswer | undefined,
  saved: CheckoutAnswer | undefined,
) {
  for (const outcome of [answer, saved]) {
    if (outcome?.about === 'step') return outcome.problem
    if (outcome?.about === 'unreached' && ['shipping', 'choose', 'deliver'].includes(outcome.intent))
      return 'unreached' as const
  }
  return page.problem
}
