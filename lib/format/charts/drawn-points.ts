/** Most points of a line that are drawn: more than a plot has pixels, and few enough to follow a finger. */
export const DRAWN_POINTS_MAX = 800;
