import { densitySources } from '#domain/picture-url.ts'

/** A picture, or the first letter of the name. Decorative: always shown beside the name. */
export const Avatar = ({ src, name, size = 48 }: { src: string | null; name: string; size?: number }) =>
  src ? (
    <img
      src={src}
      srcSet={densitySources(src, size)}
      alt=""
      width={size}
      height={size}
      className="aspect-square shrink-0 rounded-full object-cover"
    />
  ) : (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center rounded-full bg-brand-soft font-display text-on-brand-soft"
    >
      <svg width={size} height={size} viewBox="0 0 48 48">
        <text x="24" y="31" textAnchor="middle" fontSize="20" fill="currentColor">
          {name.slice(0, 1)}
        </text>
      </svg>
    </span>
  )
