import { Skeleton } from 'antd'
import { useNoticeable } from '#web/components/page-skeleton.tsx'

/** Stands where a section will be. */
export function SectionSkeleton() {
  return useNoticeable() ? <Skeleton active paragraph={{ rows: 6 }} /> : null
}
