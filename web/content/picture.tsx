import type { Picture as Given } from '#contract/block.ts'

type Props = {
  picture: Given
  /** How wide it is shown, as in the `sizes` attribute. */ sizes?: string
  /** The first picture of the page, which is seen at once. */ eager?: boolean
  className?: string
}

/** A picture of the tenant in the best form that the browser knows. Its place is kept while it loads, by its own sizes or by `className`. */
export const Picture = ({
  picture: { src, width, height, alt, sources },
  sizes = '100vw',
  eager = false,
  className = 'h-auto w-full',
}: Props) => (
  <picture className="contents">
    {sources.map(({ type, srcset }) => (
      <source key={type} type={type} srcSet={srcset} sizes={sizes} />
    ))}
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      className={className}
      {...(eager ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
    />
  </picture>
)
