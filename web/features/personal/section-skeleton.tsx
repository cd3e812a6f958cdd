import { Skeleton } from 'antd'
import { useNoticeable } from '#web/components/page-skeleton.tsx'

/** Placeholder for a section. */
export function SectionSkeleton() {
  return useNoticeable() ? <Skeleton active paragraph={{ rows: 6 }} /> : null
}
