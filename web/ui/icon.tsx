import type { IconNode } from 'lucide'

type IconProps = { of: IconNode; /** Pixels. */ size?: number; className?: string }

// As text: a page draws a dozen, and each shape would be an element of its own to the renderer.
const drawn = new WeakMap<IconNode, { __html: string }>()
function draw(icon: IconNode): { __html: string } {
  const shapes = icon.map(
    ([tag, shape]) =>
      `<${tag} ${Object.entries(shape)
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ')}/>`,
  )
  const one = { __html: shapes.join('') }
  drawn.set(icon, one)
  return one
}

/** An icon of Lucide in the colour of the words around it. It tells nothing by itself: what it means stands beside it, or in a label. */
export const Icon = ({ of, size = 24, className = '' }: IconProps) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    className={`icon ${className}`.trim()}
    dangerouslySetInnerHTML={drawn.get(of) ?? draw(of)}
  />
)
