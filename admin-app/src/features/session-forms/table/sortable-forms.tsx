import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { moved } from './form-order'
import { orderInstructions, useOrderAnnouncements } from './order-announcements'

interface SortableFormsProps {
  readonly titles: ReadonlyMap<string, string>
  /** Called with all ids in their new order. */
  readonly onReorder: (ids: readonly string[]) => void
  readonly children: ReactNode
}

/** Lets rows be dragged by their handles with mouse, touch or keyboard. */
export function SortableForms({ titles, onReorder, children }: SortableFormsProps) {
  const ids = [...titles.keys()]
  const announcements = useOrderAnnouncements(titles)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    // No smooth scrolling, for people who prefer reduced motion.
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    const next = over && moved(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
    if (next) onReorder(next)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: orderInstructions,
      }}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}
