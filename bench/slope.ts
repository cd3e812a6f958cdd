/** Slope of the straight line that fits the points best. */
export function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const by = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0)
  return by / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
}
