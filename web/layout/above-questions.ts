/**
 * Above antd's questions ("Delete …?", 2000) and below its messages (2010): a user who is asked again must answer that
 * first.
 */
export const ABOVE_QUESTIONS = 2_005
