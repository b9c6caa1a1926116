import { useBlockContext } from './block-context.tsx'
import { ServiceRow } from './block/services-1.tsx'

/** The services that are booked most, on a front page after its first block. */
export function Popular() {
  const { t, site } = useBlockContext()
  const popular = site.front?.popular ?? []
  return popular.length === 0 ? null : (
    <section className="wide grid grid-cols-1 gap-4 py-8 sm:py-12">
      <h2 className="text-2xl">{t('landing.popular')}</h2>
      <ul className="grid grid-cols-1">
        {popular.map((service) => (
          <ServiceRow
            key={service.id}
            service={service}
            pictured={popular.every(({ picture }) => picture !== null)}
          />
        ))}
      </ul>
    </section>
  )
}
