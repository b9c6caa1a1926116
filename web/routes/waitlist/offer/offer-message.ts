import type { Message } from '#contract/content/message.ts'

type Priced = { individualPricing?: Readonly<Record<string, unknown>> | undefined }

const price = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null && 'price' in entry ? entry.price : entry

/** The message with only those entries of individualPricing that have a number, as accepting it requires. */
export const withNumericPrices = <M extends Pick<Message, 'services'>>(message: M): M => ({
  ...message,
  services: message.services.map((service) => {
    const { individualPricing }: Priced = service
    return individualPricing
      ? {
          ...service,
          individualPricing: Object.fromEntries(
            Object.entries(individualPricing).filter(([, entry]) => Number.isFinite(price(entry))),
          ),
        }
      : service
  }),
})
