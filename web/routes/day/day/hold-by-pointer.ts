import { columnsOf, putBack, rowHeight, show, take, type Held } from './held.ts'

/** A mouse moves a card once it has moved so far; a finger that does so before its time scrolls. Pixels. */
const MOUSE_PX = 6
const FINGER_PX = 8
/** A finger holds a card after so long without moving. */
const FINGER_MS = 500
/** So far from the lower edge of a card a press holds its end (`.visit-card::after` in staff.css). Pixels. */
const MOUSE_EDGE_PX = 6
const FINGER_EDGE_PX = 12

type Options = {
  /** Whether a card may be taken now. */ isFree: () => boolean
  /** It is held, and somewhere else than before. */ onMove: (held: Held) => void
  onDrop: (held: Held) => void
  /** It is put back: by Escape, a second finger, or where the browser takes the pointer away. */
  onLose: () => void
}

type Press = { held: Held; pointer: number; x: number; y: number; touch: boolean }

/**
 * Lets the cards of a grid be held by a mouse or a finger. A finger that scrolls, taps, pinches or only
 * presses moves nothing.
 * @returns a function that ends it.
 */
export function holdByPointer(frame: HTMLElement, { isFree, onMove, onDrop, onLose }: Options): () => void {
  const end = new AbortController()
  const { signal } = end
  let pending: Press | null = null
  let active: (Press & { /** Where the grid had scrolled to. */ top: number }) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const forget = () => {
    clearTimeout(timer)
    pending = null
  }
  const lose = () => {
    forget()
    if (!active) return
    putBack(active.held)
    active = null
    onLose()
  }
  const begin = () => {
    if (!pending) return
    active = { ...pending, top: frame.scrollTop }
    const { held, pointer } = active
    forget()
    held.card.setPointerCapture(pointer)
    show(held)
    onMove(held)
  }
  const follow = ({ clientX, clientY }: PointerEvent) => {
    if (!active) return
    const { held, y, top } = active
    const rows = Math.round((clientY - y + frame.scrollTop - top) / rowHeight(held))
    if (held.byEnd) held.longer = rows
    else {
      held.rows = rows
      held.target =
        columnsOf(frame).find((column) => {
          const { left, right } = column.getBoundingClientRect()
          return clientX >= left && clientX < right
        }) ?? held.target
    }
    show(held)
    onMove(held)
  }

  frame.addEventListener(
    'pointerdown',
    (event) => {
      // A second finger zooms.
      if (pending || active) return lose()
      const target = event.target as HTMLElement
      const card = target.closest<HTMLElement>('[data-visit][data-movable]')
      if (!card || event.button !== 0 || target.closest('button') || !isFree()) return
      const touch = event.pointerType !== 'mouse'
      const edge = card.getBoundingClientRect().bottom - (touch ? FINGER_EDGE_PX : MOUSE_EDGE_PX)
      const held = take(card, event.clientY >= edge)
      if (!held) return
      pending = { held, pointer: event.pointerId, x: event.clientX, y: event.clientY, touch }
      if (touch) timer = setTimeout(begin, FINGER_MS)
    },
    { signal },
  )
  frame.addEventListener(
    'pointermove',
    (event) => {
      if (active) return follow(event)
      if (!pending) return
      const distance = Math.hypot(event.clientX - pending.x, event.clientY - pending.y)
      if (pending.touch && distance > FINGER_PX) forget()
      else if (!pending.touch && distance > MOUSE_PX) {
        begin()
        follow(event)
      }
    },
    { signal },
  )
  frame.addEventListener(
    'pointerup',
    () => {
      forget()
      if (!active) return
      const { held } = active
      active = null
      // The press ends on a link.
      const stop = (event: Event) => event.preventDefault()
      frame.addEventListener('click', stop, { capture: true, once: true })
      setTimeout(() => frame.removeEventListener('click', stop, { capture: true }))
      onDrop(held)
    },
    { signal },
  )
  frame.addEventListener('pointercancel', lose, { signal })
  frame.addEventListener('contextmenu', (event) => (pending ?? active)?.touch && event.preventDefault(), {
    signal,
  })
  frame.addEventListener('touchmove', (event) => active && event.preventDefault(), { signal, passive: false })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && lose(), { signal })
  return () => {
    lose()
    end.abort()
  }
}
